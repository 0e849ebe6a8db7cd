// Bundles src/index.ts into one file. `--out FILE` writes elsewhere; `--check` compares with the committed file and fails when they differ.
import { build } from "esbuild";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const committed = join(here, "..", "perception.js");
const banner =
  "// Generated from script/src by `npm run build` in script/. Do not edit: change the sources and build again.";

const made = await build({
  absWorkingDir: here,
  entryPoints: ["src/index.ts"],
  bundle: true,
  format: "iife",
  target: "es2022",
  charset: "utf8",
  legalComments: "none",
  banner: { js: banner },
  write: false,
  logLevel: "warning",
});
const text = made.outputFiles[0].text;

const outAt = process.argv.indexOf("--out");
if (process.argv.includes("--check")) {
  if (readFileSync(committed, "utf8") !== text) {
    console.error("perception.js is stale: run `npm run build` in script/");
    process.exit(1);
  }
} else {
  writeFileSync(outAt > 0 ? process.argv[outAt + 1] : committed, text);
}
