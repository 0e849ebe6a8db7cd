// Which of the attributes that matter an element has, read once per look at it: most elements have few, and asking for thirty by name is slow.

import { attrNames } from "./dom";

const NAMES = [
  "role", "aria-label", "aria-labelledby", "aria-describedby", "aria-description", "aria-hidden", "aria-owns", "title", "id",
  "href", "alt", "hidden", "tabindex", "contenteditable", "inert", "onclick", "aria-checked", "aria-selected", "aria-expanded",
  "aria-pressed", "aria-disabled", "aria-required", "aria-readonly", "aria-invalid", "aria-busy", "aria-modal", "aria-multiline",
  "aria-multiselectable", "aria-level", "aria-valuetext",
] as const;

export type AttributeName = (typeof NAMES)[number];

const BIT = new Map<string, number>(NAMES.map((name, index) => [name, 1 << index]));

/** The bit of an attribute in what `attributesOf` answers. */
export const HAS = Object.fromEntries(NAMES.map((name, index) => [name, 1 << index])) as Record<AttributeName, number>;
/** Set when there is some other aria- attribute. */
export const HAS_OTHER_ARIA = 1 << 30;
/** Set when there is a test id. */
export const HAS_TEST_ID = 1 << 31;

const TEST_IDS = new Set(["data-testid", "data-test", "data-test-id", "data-qa"]);

export function attributesOf(el: Element): number {
  let has = 0;
  for (const name of attrNames(el)) {
    const bit = BIT.get(name);
    if (bit !== undefined) has |= bit;
    else if (name.startsWith("aria-")) has |= HAS_OTHER_ARIA;
    else if (name.startsWith("data-") && TEST_IDS.has(name)) has |= HAS_TEST_ID;
  }
  return has;
}
