/** Puts values into the `{name}` holes of a text. An unknown hole stays, so that it is seen. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
