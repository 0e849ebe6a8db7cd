// Generated from script/src by `npm run build` in script/. Do not edit: change the sources and build again.
"use strict";
(() => {
  // src/dom.ts
  var getter = (proto2, name) => Object.getOwnPropertyDescriptor(proto2, name).get;
  var parentNodeOf = getter(Node.prototype, "parentNode");
  var childNodesOf = getter(Node.prototype, "childNodes");
  var firstChildOf = getter(Node.prototype, "firstChild");
  var firstElementOf = getter(Element.prototype, "firstElementChild");
  var nextSiblingOf = getter(Node.prototype, "nextSibling");
  var nextElementOf = getter(Element.prototype, "nextElementSibling");
  var connectedOf = getter(Node.prototype, "isConnected");
  var assignedSlotOf = getter(Element.prototype, "assignedSlot");
  var shadowRootOf = getter(Element.prototype, "shadowRoot");
  var localNameOf = getter(Element.prototype, "localName");
  var namespaceOf = getter(Element.prototype, "namespaceURI");
  var proto = Element.prototype;
  var nodeProto = Node.prototype;
  var HTML = "http://www.w3.org/1999/xhtml";
  var SVG = "http://www.w3.org/2000/svg";
  var attr = (el, name) => proto.getAttribute.call(el, name);
  var hasAttr = (el, name) => proto.hasAttribute.call(el, name);
  var attrNames = (el) => proto.getAttributeNames.call(el);
  var matches = (el, selector) => proto.matches.call(el, selector);
  var rectOf = (el) => proto.getBoundingClientRect.call(el);
  var rectsOf = (el) => proto.getClientRects.call(el);
  var rootOf = (node) => nodeProto.getRootNode.call(node);
  var contains = (node, other) => nodeProto.contains.call(node, other);
  var connected = (node) => connectedOf.call(node);
  var tagOf = (el) => localNameOf.call(el);
  var firstChild = (node) => firstChildOf.call(node);
  var firstElement = (el) => firstElementOf.call(el);
  var nextSibling = (node) => nextSiblingOf.call(node);
  var nextElement = (el) => nextElementOf.call(el);
  var domParent = (node) => parentNodeOf.call(node);
  var domChildren = (node) => childNodesOf.call(node);
  var isHtml = (el) => namespaceOf.call(el) === HTML;
  var isSvg = (el) => namespaceOf.call(el) === SVG;
  var isElement = (node) => !!node && node.nodeType === 1;
  var adopted = /* @__PURE__ */ new WeakMap();
  var anyAdopted = false;
  function adopt(host, root2) {
    adopted.set(host, root2);
    anyAdopted = true;
  }
  function shadowOf(el) {
    return shadowRootOf.call(el) ?? (anyAdopted ? adopted.get(el) ?? null : null);
  }
  function flatParent(node) {
    const slot = isElement(node) || node.nodeType === 3 ? slotOf(node) : null;
    if (slot) return slot;
    const parent = domParent(node);
    if (!parent) return null;
    if (parent.nodeType === 11) return parent.host ?? null;
    return parent.nodeType === 1 ? parent : null;
  }
  function slotOf(node) {
    const parent = domParent(node);
    if (!isElement(parent)) return null;
    const root2 = shadowOf(parent);
    if (!root2) return null;
    if (root2.mode === "open" && isElement(node)) return assignedSlotOf.call(node);
    for (const slot of root2.querySelectorAll("slot")) {
      if (slot.assignedNodes().includes(node)) return slot;
    }
    return null;
  }
  function flatChildren(el) {
    const root2 = shadowOf(el);
    if (root2) return domChildren(root2);
    if (tagOf(el) === "slot" && isHtml(el) && rootOf(el).nodeType === 11) {
      const assigned = el.assignedNodes();
      if (assigned.length) return assigned;
    }
    return domChildren(el);
  }
  function unslotted(node) {
    const parent = domParent(node);
    return isElement(parent) && !!shadowOf(parent) && !slotOf(node);
  }
  function byId(near, id) {
    const root2 = rootOf(near);
    return typeof root2.getElementById === "function" ? root2.getElementById(id) : null;
  }
  function byIds(el, ids) {
    const found = [];
    for (const id of ids.split(/[ \t\n\f\r]+/)) {
      const other = id ? byId(el, id) : null;
      if (other) found.push(other);
    }
    return found;
  }
  function fold(text) {
    return SIMPLE.test(text) ? text : text.replace(/[\s\u200b\u200c\ufeff]+/g, " ").trim();
  }
  var SIMPLE = /^(?:[!-~]+(?: [!-~]+)*)?$/;
  var KEY = /* @__PURE__ */ Symbol("baton");
  var recOf = (node) => node[KEY];
  var setRec = (node, rec) => {
    node[KEY] = rec;
  };

  // src/labels.ts
  var index = /* @__PURE__ */ new Map();
  function labelsChanged() {
    if (index.size) index = /* @__PURE__ */ new Map();
  }
  var NONE = [];
  function labelsOf(control) {
    const root2 = rootOf(control);
    let labels = index.get(root2);
    if (!labels) index.set(root2, labels = read(root2));
    return labels.get(control) ?? NONE;
  }
  function read(root2) {
    const labels = /* @__PURE__ */ new Map();
    if (!("querySelectorAll" in root2)) return labels;
    for (const label of root2.querySelectorAll("label")) {
      const { control } = label;
      if (!control) continue;
      const known = labels.get(control);
      if (known) known.push(label);
      else labels.set(control, [label]);
    }
    return labels;
  }

  // src/records.ts
  var last = 0;
  function newRec(el, tag) {
    return {
      nid: ++last,
      el,
      tag,
      parent: null,
      kids: [],
      dirty: 15 /* All */ | 16 /* Tree */,
      has: 0,
      around: 0,
      role: null,
      name: "",
      nameSource: "",
      description: "",
      text: "",
      rawText: "",
      value: null,
      id: null,
      options: null,
      level: 0,
      cell: null,
      states: 0,
      styled: false,
      flow: 1,
      outOfFlow: false,
      red: false,
      pointer: false,
      writes: false,
      fromX: 0,
      fromY: 0,
      toX: 0,
      toY: 0,
      rendered: false,
      shown: false,
      opaque: true,
      ariaHidden: false,
      absorbs: false,
      merged: false,
      listed: false,
      loose: false,
      exact: true,
      measured: false,
      restsSince: 0,
      measuredInside: false,
      known: false,
      x: 0,
      y: 0,
      width: 0,
      height: 0,
      clipped: false,
      dx: 0,
      dy: 0,
      shifted: false,
      boxed: false,
      sent: false,
      up: 0,
      head: "",
      tail: "",
      bits: 0,
      round: 0,
      changed: true,
      caption: null
    };
  }

  // src/sheets.ts
  var NOTHING = { before: "", after: "", siblings: false, anywhere: false };
  var signature = [];
  var roots = [document];
  var reach = NOTHING;
  function setRoots(all) {
    roots = all;
  }
  function refreshSheets() {
    const seen = [];
    const sheets = [];
    for (const root2 of roots) {
      for (const sheet of [...root2.styleSheets, ...root2.adoptedStyleSheets]) {
        sheets.push(sheet);
        seen.push(sheet, rulesOf(sheet)?.length ?? -1, sheet.disabled);
      }
    }
    if (seen.length === signature.length && seen.every((value, index2) => value === signature[index2])) return false;
    signature = seen;
    reach = scan(sheets);
    return true;
  }
  var sheetReach = () => reach;
  var mayHaveBefore = (el) => maySelect(el, reach.before);
  var mayHaveAfter = (el) => maySelect(el, reach.after);
  function maySelect(el, selectors) {
    if (selectors === "") return false;
    return selectors === null || matches(el, selectors);
  }
  function rulesOf(sheet) {
    try {
      return sheet.cssRules;
    } catch {
      return null;
    }
  }
  function scan(sheets) {
    const before = [];
    const after = [];
    const found = { before: "", after: "", siblings: false, anywhere: false };
    let opaque = false;
    const visit = (rules, around2) => {
      for (const rule of rules) {
        const selector = rule.selectorText;
        let whole = around2;
        if (selector !== void 0) {
          whole = selector;
          note(selector, found);
          if (rule.style.content && saysSomething(rule.style.content)) collect(selector, before, after);
        }
        const imported = rule.styleSheet;
        if (imported) {
          const inner = rulesOf(imported);
          if (inner) visit(inner, whole);
          else opaque = true;
        }
        const nested = rule.cssRules;
        if (nested?.length) visit(nested, whole);
      }
    };
    for (const sheet of sheets) {
      const rules = rulesOf(sheet);
      if (rules) visit(rules, "");
      else opaque = true;
    }
    if (opaque) return { before: null, after: null, siblings: true, anywhere: true };
    return { ...found, before: usable(before), after: usable(after) };
  }
  function note(selector, found) {
    if (/[+~]|:nth-|:(first|last|only)-|:empty/.test(selector)) found.siblings = true;
    if (selector.includes(":has(")) found.anywhere = true;
  }
  var saysSomething = (content) => content !== "none" && content !== "normal" && content !== '""';
  function collect(selector, before, after) {
    for (const part of splitList(selector)) {
      if (/::?before\b/.test(part)) before.push(part.replace(/::?before\b.*$/, "") || "*");
      if (/::?after\b/.test(part)) after.push(part.replace(/::?after\b.*$/, "") || "*");
    }
  }
  function splitList(selector) {
    const parts = [];
    let depth = 0;
    let from = 0;
    for (let at = 0; at < selector.length; at++) {
      const c = selector[at];
      if (c === "(" || c === "[") depth++;
      else if (c === ")" || c === "]") depth--;
      else if (c === "," && depth === 0) {
        parts.push(selector.slice(from, at));
        from = at + 1;
      }
    }
    parts.push(selector.slice(from));
    return parts.map((part) => part.trim());
  }
  function usable(selectors) {
    if (!selectors.length) return "";
    const all = [...new Set(selectors)].map((one) => /[>+~\s]$/.test(one) ? `${one}*` : one);
    if (all.some((one) => one.includes("&") || one.includes(":host") || one.includes("::"))) return null;
    try {
      document.documentElement.matches(all.join(","));
      return all.join(",");
    } catch {
      return null;
    }
  }
  var mayWrite = (el) => mayHaveBefore(el) || mayHaveAfter(el);

  // src/changes.ts
  var noticed = 1;
  var OBSERVED = { subtree: true, childList: true, attributes: true, attributeOldValue: true, characterData: true };
  var observer = new MutationObserver((records2) => {
    for (const record of records2) take(record);
    notice();
  });
  var observedRoots = /* @__PURE__ */ new WeakSet();
  function observeRoot(root2) {
    if (observedRoots.has(root2)) return;
    observedRoots.add(root2);
    observer.observe(root2, OBSERVED);
    root2.addEventListener("slotchange", (event) => markSlot(event.target), true);
  }
  function drain() {
    const records2 = observer.takeRecords();
    for (const record of records2) take(record);
    if (records2.length) notice();
  }
  var REACHES_INSIDE = /* @__PURE__ */ new Set(["role", "aria-hidden", "inert", "hidden", "open", "disabled", "aria-disabled", "aria-modal", "scope", "contenteditable", "type"]);
  var STYLES = /* @__PURE__ */ new Set(["class", "style"]);
  function take(record) {
    const target = record.target;
    if (record.type === "childList") return takeChildren(record);
    const el = isElement(target) ? target : null;
    if (record.type === "characterData" || !el) {
      const around2 = flatParent(target);
      if (around2) {
        if (tagOf(around2) === "style") return;
        mark(around2, 2 /* Self */ | 8 /* Style */);
        touch(around2);
      }
      return;
    }
    const name = record.attributeName;
    const rec = recOf(el);
    restyle(el);
    if (rec && !STYLES.has(name)) rec.dirty |= REACHES_INSIDE.has(name) ? 2 /* Self */ | 16 /* Tree */ : 2 /* Self */;
    if (name === "slot") markHostOf(el);
    if (name === "id" || name === "for" || name === "type") {
      labelsChanged();
      linkAgain(el, record.oldValue);
    }
    if (name === "aria-label" || name === "role" || name === "colspan" || name === "rowspan") tables.dirty = true;
    touch(el);
  }
  var tables = { dirty: true };
  function takeChildren(record) {
    const target = record.target;
    const around2 = isElement(target) ? target : target.host ?? document.documentElement;
    if (!around2) return;
    tables.dirty = true;
    labelsChanged();
    mark(around2, 1 /* Kids */ | 2 /* Self */ | 8 /* Style */);
    const root2 = shadowOf(around2);
    if (root2) for (const slot of root2.querySelectorAll("slot")) markSlot(slot);
    if (tagOf(around2) === "slot") markSlot(around2);
    if (KIN.has(tagOf(around2))) recOf(around2)?.kids.forEach((kid) => kid.dirty |= 2 /* Self */ | 4 /* Name */);
    restyleAround(around2, record);
    for (const node of record.removedNodes) if (isElement(node)) unlink(node);
    for (const node of record.addedNodes) if (isElement(node)) link(node);
    touch(around2);
  }
  var KIN = /* @__PURE__ */ new Set(["tr", "details", "select", "dl", "svg", "fieldset", "table", "figure"]);
  function mark(el, dirty) {
    const rec = recOf(el);
    if (rec) rec.dirty |= dirty;
  }
  function markSlot(slot) {
    mark(slot, 1 /* Kids */);
    touch(slot);
  }
  function markHostOf(el) {
    const parent = domParent(el);
    const root2 = isElement(parent) && shadowOf(parent);
    if (root2) for (const slot of root2.querySelectorAll("slot")) markSlot(slot);
  }
  function restyle(el) {
    const reach3 = sheetReach();
    let from = el;
    if (reach3.anywhere) from = document.documentElement;
    else if (reach3.siblings) from = flatParent(el) ?? el;
    mark(from, 32 /* StyleTree */);
  }
  function restyleAround(around2, record) {
    const reach3 = sheetReach();
    if (reach3.anywhere) mark(document.documentElement, 32 /* StyleTree */);
    else if (reach3.siblings) mark(around2, 32 /* StyleTree */);
    void record;
  }
  var leaners = /* @__PURE__ */ new WeakMap();
  var referring = /* @__PURE__ */ new Map();
  function leanOn(rec, elements) {
    if (!elements) return;
    for (const el of elements) {
      const set = leaners.get(el);
      if (set) set.add(rec);
      else leaners.set(el, /* @__PURE__ */ new Set([rec]));
    }
  }
  function refersTo(rec, ids) {
    for (const id of ids.split(/[ \t\n\f\r]+/)) {
      if (!id) continue;
      const set = referring.get(id);
      if (set) set.add(rec);
      else referring.set(id, /* @__PURE__ */ new Set([rec]));
    }
  }
  function forget(rec) {
    if (tagOf(rec.el) === "label") return;
    for (const name of ["aria-labelledby", "aria-describedby", "aria-owns", "for"]) {
      for (const id of (attr(rec.el, name) ?? "").split(/\s+/)) referring.get(id)?.delete(rec);
    }
  }
  var round = 0;
  var touched = /* @__PURE__ */ new WeakMap();
  function newRound() {
    round++;
  }
  function touch(el) {
    for (let up = el; up; up = flatParent(up)) {
      if (touched.get(up) === round) return;
      touched.set(up, round);
      const rec = recOf(up);
      if (rec) {
        rec.dirty |= 4 /* Name */;
        if (!rec.rendered) rec.dirty |= 1 /* Kids */;
      }
      const leaning = leaners.get(up);
      if (leaning) for (const other of leaning) touchLeaner(other);
      if (tagOf(up) === "label") touchControl(up);
    }
  }
  function touchLeaner(rec) {
    rec.dirty |= 4 /* Name */ | 2 /* Self */;
    touch(rec.el);
  }
  function touchControl(label) {
    const control = label.control;
    if (control && touched.get(control) !== round) {
      mark(control, 4 /* Name */ | 2 /* Self */);
      touch(control);
    }
  }
  var LINKING = "label,[id]";
  function link(el) {
    linkOne(el);
    for (const inner of el.querySelectorAll(LINKING)) linkOne(inner);
  }
  function linkOne(el) {
    if (tagOf(el) === "label") touchControl(el);
    if (hasAttr(el, "id")) idMeans(el, attr(el, "id"));
  }
  function unlink(el) {
    unlinkOne(el);
    for (const inner of el.querySelectorAll(LINKING)) unlinkOne(inner);
  }
  function unlinkOne(el) {
    const leaning = leaners.get(el);
    if (leaning) for (const other of leaning) touchLeaner(other);
    if (hasAttr(el, "id")) idMeans(el, attr(el, "id"));
  }
  function idMeans(near, id) {
    const set = referring.get(id);
    if (!set) return;
    for (const rec of set) {
      touchLeaner(rec);
      if (rec.tag === "label") {
        for (const other of leaners.get(rec.el) ?? []) touchLeaner(other);
        touchControl(rec.el);
      }
    }
    void near;
  }
  function linkAgain(el, before) {
    if (before) idMeans(el, before);
    unlinkOne(el);
    linkOne(el);
    const now2 = attr(el, "for");
    const control = now2 ? byId(el, now2) : null;
    if (control) touchLeanerOf(control);
  }
  function touchLeanerOf(el) {
    mark(el, 4 /* Name */ | 2 /* Self */);
    touch(el);
  }
  var scheduled = false;
  var toldAt = 0;
  function notice() {
    noticed++;
    if (scheduled) return;
    scheduled = true;
    let done = false;
    const tell = () => {
      if (done) return;
      done = true;
      scheduled = false;
      toldAt = noticed;
      const push = globalThis.__batonChanged;
      if (typeof push === "function") push(String(noticed));
    };
    requestAnimationFrame(tell);
    setTimeout(tell, 100);
  }
  function listen() {
    const options = { capture: true, passive: true };
    for (const type of [
      "scroll",
      "input",
      "change",
      "focusin",
      "focusout",
      "toggle",
      "load",
      "error",
      "animationend",
      "transitionend",
      "transitionrun",
      "animationstart",
      "invalid",
      "reset",
      "scrollend",
      "pointerover",
      "fullscreenchange"
    ]) {
      document.addEventListener(type, notice, options);
    }
    for (const type of ["pointerover", "pointerout"]) {
      document.addEventListener(type, (event) => isElement(event.target) && restyle(event.target), options);
    }
    for (const type of ["resize", "load", "hashchange", "popstate", "pageshow", "focus", "blur"]) addEventListener(type, notice, options);
  }

  // src/attributes.ts
  var NAMES = [
    "role",
    "aria-label",
    "aria-labelledby",
    "aria-describedby",
    "aria-description",
    "aria-hidden",
    "aria-owns",
    "title",
    "id",
    "href",
    "alt",
    "hidden",
    "tabindex",
    "contenteditable",
    "inert",
    "onclick",
    "aria-checked",
    "aria-selected",
    "aria-expanded",
    "aria-pressed",
    "aria-disabled",
    "aria-required",
    "aria-readonly",
    "aria-invalid",
    "aria-busy",
    "aria-modal",
    "aria-multiline",
    "aria-multiselectable",
    "aria-level",
    "aria-valuetext"
  ];
  var BIT = new Map(NAMES.map((name, index2) => [name, 1 << index2]));
  var HAS = Object.fromEntries(NAMES.map((name, index2) => [name, 1 << index2]));
  var HAS_OTHER_ARIA = 1 << 30;
  var HAS_TEST_ID = 1 << 31;
  var TEST_IDS = /* @__PURE__ */ new Set(["data-testid", "data-test", "data-test-id", "data-qa"]);
  function attributesOf(el) {
    let has = 0;
    for (const name of attrNames(el)) {
      const bit = BIT.get(name);
      if (bit !== void 0) has |= bit;
      else if (name.startsWith("aria-")) has |= HAS_OTHER_ARIA;
      else if (name.startsWith("data-") && TEST_IDS.has(name)) has |= HAS_TEST_ID;
    }
    return has;
  }

  // src/roles.ts
  var KNOWN = new Set(
    "alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox complementary contentinfo definition deletion dialog directory document emphasis feed figure form generic grid gridcell group heading img image insertion link list listbox listitem log main mark marquee math menu menubar menuitem menuitemcheckbox menuitemradio meter navigation none note option paragraph presentation progressbar radio radiogroup region row rowgroup rowheader scrollbar search searchbox separator slider spinbutton status strong subscript superscript suggestion switch tab table tablist tabpanel term textbox time timer toolbar tooltip tree treegrid treeitem comment graphics-document graphics-object graphics-symbol".split(" ")
  );
  var WIDGETS = new Set(
    "button checkbox combobox gridcell link listbox menuitem menuitemcheckbox menuitemradio option radio scrollbar searchbox slider spinbutton switch tab textbox treeitem date datetime month week time-input colorwell".split(" ")
  );
  var GLOBAL_ARIA = [
    "aria-atomic",
    "aria-braillelabel",
    "aria-brailleroledescription",
    "aria-busy",
    "aria-controls",
    "aria-current",
    "aria-describedby",
    "aria-description",
    "aria-details",
    "aria-dropeffect",
    "aria-flowto",
    "aria-grabbed",
    "aria-keyshortcuts",
    "aria-label",
    "aria-labelledby",
    "aria-live",
    "aria-owns",
    "aria-relevant",
    "aria-roledescription"
  ];
  var NEEDS_PARENT = {
    listitem: /* @__PURE__ */ new Set(["list", "directory"])
  };
  var OWNED_TAGS = {
    ul: ["li"],
    ol: ["li"],
    menu: ["li"],
    dl: ["dt", "dd", "div"],
    table: ["thead", "tbody", "tfoot", "tr", "caption"],
    thead: ["tr"],
    tbody: ["tr"],
    tfoot: ["tr"],
    tr: ["td", "th"]
  };
  var INPUT = {
    button: "button",
    submit: "button",
    reset: "button",
    image: "button",
    checkbox: "checkbox",
    radio: "radio",
    range: "slider",
    number: "spinbutton",
    search: "searchbox",
    email: "textbox",
    tel: "textbox",
    text: "textbox",
    url: "textbox",
    password: "textbox",
    file: "button",
    date: "date",
    "datetime-local": "datetime",
    month: "month",
    week: "week",
    time: "time-input",
    color: "colorwell"
  };
  var PLAIN = {
    address: "group",
    article: "article",
    blockquote: "blockquote",
    button: "button",
    caption: "caption",
    code: "code",
    datalist: "listbox",
    dd: "definition",
    del: "deletion",
    details: "group",
    dfn: "term",
    dialog: "dialog",
    dt: "term",
    em: "emphasis",
    fieldset: "group",
    figure: "figure",
    h1: "heading",
    h2: "heading",
    h3: "heading",
    h4: "heading",
    h5: "heading",
    h6: "heading",
    hgroup: "group",
    hr: "separator",
    ins: "insertion",
    main: "main",
    mark: "mark",
    math: "math",
    menu: "list",
    meter: "meter",
    nav: "navigation",
    ol: "list",
    optgroup: "group",
    option: "option",
    output: "status",
    p: "paragraph",
    progress: "progressbar",
    s: "deletion",
    search: "search",
    strong: "strong",
    sub: "subscript",
    sup: "superscript",
    table: "table",
    tbody: "rowgroup",
    textarea: "textbox",
    tfoot: "rowgroup",
    thead: "rowgroup",
    time: "time",
    tr: "row",
    ul: "list",
    iframe: "iframe",
    frame: "iframe",
    canvas: "canvas",
    video: "video",
    audio: "audio",
    embed: "embed",
    object: "object"
  };
  function roleOf(el, has = attributesOf(el)) {
    if (has & HAS.role) {
      const given = explicitRole(el, has);
      if (given === "generic") return null;
      if (given === "none") return null;
      if (given) return given;
    }
    const native = nativeRole(el, has);
    if (native && inheritsNone(el, native, has)) return null;
    return native;
  }
  function explicitRole(el, has) {
    for (const token of attr(el, "role").toLowerCase().split(/[ \t\n\f\r]+/)) {
      if (!KNOWN.has(token)) continue;
      if (token === "none" || token === "presentation") {
        if (focusable(el, has) || hasGlobalAria(el, has)) return null;
        return "none";
      }
      if ((token === "region" || token === "form") && !authorNamed(el, has)) continue;
      if (token === "image") return "img";
      if (token === "directory") return "list";
      return token;
    }
    return null;
  }
  function nativeRole(el, has) {
    const tag = tagOf(el);
    if (!isHtml(el)) return svgRole(el, tag, has);
    const plain = PLAIN[tag];
    if (plain !== void 0) {
      if (tag === "tr" || tag === "thead" || tag === "tbody" || tag === "tfoot") return inTable(el) ? plain : null;
      return plain;
    }
    switch (tag) {
      case "a":
      case "area":
        return has & HAS.href ? "link" : null;
      case "input":
        return inputRole(el);
      case "select":
        return el.multiple || el.size > 1 ? "listbox" : "combobox";
      case "img":
        return attr(el, "alt") === "" && !(has & (HAS["aria-label"] | HAS["aria-labelledby"] | HAS.title)) && !hasGlobalAria(el, has) && !focusable(el, has) ? null : "img";
      case "li":
        return NEEDS_PARENT.listitem.has(parentRole(el)) ? "listitem" : null;
      case "td":
        return cellRole(el);
      case "th":
        return headerRole(el);
      case "header":
        return scopedToBody(el) ? "banner" : null;
      case "footer":
        return scopedToBody(el) ? "contentinfo" : null;
      case "aside":
        return scopedToBody(el) || authorNamed(el, has) ? "complementary" : null;
      case "section":
        return authorNamed(el, has) ? "region" : null;
      case "form":
        return authorNamed(el, has) ? "form" : null;
      case "summary":
        return isSummary(el) ? "button" : null;
      default:
        return null;
    }
  }
  function inputRole(el) {
    if (el.type === "hidden") return null;
    const role2 = INPUT[el.type] ?? "textbox";
    if ((role2 === "textbox" || role2 === "searchbox") && el.list) return "combobox";
    if (el.type === "checkbox" && attr(el, "aria-pressed") !== null) return "button";
    if (el.type === "checkbox" && hasAttr(el, "switch")) return "switch";
    return role2;
  }
  function svgRole(el, tag, has) {
    if (!isSvg(el)) return tag === "math" ? "math" : null;
    if (tag === "a") return has & HAS.href || attr(el, "xlink:href") !== null ? "link" : null;
    if (tag === "image") return "img";
    if (tag === "svg") return svgNamed(el, has) ? "img" : null;
    if (GRAPHIC.has(tag) && svgNamed(el, has)) return "graphics-symbol";
    return null;
  }
  var GRAPHIC = /* @__PURE__ */ new Set(["g", "path", "rect", "circle", "ellipse", "line", "polygon", "polyline", "use"]);
  function svgNamed(el, has) {
    if (has & (HAS["aria-label"] | HAS["aria-labelledby"])) return true;
    for (let child = firstChild(el); child; child = nextSibling(child)) {
      if (isElement(child) && child.localName === "title" && child.textContent.trim()) return true;
    }
    return false;
  }
  function scopedToBody(el) {
    for (let up = flatParent(el); up; up = flatParent(up)) {
      if (SECTIONING.has(tagOf(up)) && isHtml(up) && !hasAttr(up, "role")) return false;
      const role2 = hasAttr(up, "role") ? roleOf(up) : null;
      if (role2 && SECTIONING_ROLES.has(role2)) return false;
    }
    return true;
  }
  var SECTIONING = /* @__PURE__ */ new Set(["article", "aside", "main", "nav", "section"]);
  var SECTIONING_ROLES = /* @__PURE__ */ new Set(["article", "complementary", "main", "navigation", "region"]);
  function isSummary(el) {
    const parent = flatParent(el);
    const details = parent && tagOf(parent) === "slot" ? flatParent(parent) : parent;
    if (!details || tagOf(details) !== "details") return false;
    for (let child = firstChild(details); child; child = nextSibling(child)) {
      if (isElement(child) && tagOf(child) === "summary") return child === el;
    }
    return false;
  }
  function tableOf(el) {
    for (let up = flatParent(el); up; up = flatParent(up)) {
      if (tagOf(up) === "table" && up.namespaceURI === HTML) return up;
      if (!OWNED_TAGS[tagOf(up)]) return null;
    }
    return null;
  }
  var TABLES = /* @__PURE__ */ new Set(["table", "grid", "treegrid"]);
  function inTable(el) {
    const table = tableOf(el);
    const role2 = table && roleOf(table);
    return !!role2 && TABLES.has(role2);
  }
  function cellRole(el) {
    const table = tableOf(el);
    const role2 = table && roleOf(table);
    if (!role2 || !TABLES.has(role2) || !rowStands(el)) return null;
    return role2 === "table" ? "cell" : "gridcell";
  }
  function rowStands(el) {
    const row = flatParent(el);
    return !!row && (roleOf(row) === "row" || !hasAttr(row, "role"));
  }
  function headerRole(el) {
    if (!cellRole(el)) return null;
    const scope = (attr(el, "scope") ?? "").toLowerCase();
    if (scope === "row" || scope === "rowgroup") return "rowheader";
    if (scope === "col" || scope === "colgroup") return "columnheader";
    return headsARow(el) ? "rowheader" : "columnheader";
  }
  function headsARow(el) {
    const row = flatParent(el);
    if (!row) return false;
    const group = flatParent(row);
    if (group && tagOf(group) === "thead") return false;
    const cells = [...row.children].filter((cell) => tagOf(cell) === "td" || tagOf(cell) === "th");
    return cells.some((cell) => tagOf(cell) === "td");
  }
  function parentRole(el) {
    const parent = flatParent(el);
    const owner = parent && tagOf(parent) === "slot" ? flatParent(parent) : parent;
    return (owner && roleOf(owner)) ?? "";
  }
  function inheritsNone(el, native, has) {
    if (native === "cell" || native === "row" || native === "rowgroup" || native === "listitem") return false;
    if (tagOf(el) !== "dt" && tagOf(el) !== "dd" && tagOf(el) !== "caption") return false;
    const parent = flatParent(el);
    if (!parent || !hasAttr(parent, "role") || !OWNED_TAGS[tagOf(parent)]?.includes(tagOf(el))) return false;
    return roleOf(parent) === null && !(has & HAS.role);
  }
  function hasGlobalAria(el, has) {
    const maybe = HAS_OTHER_ARIA | HAS["aria-label"] | HAS["aria-labelledby"] | HAS["aria-describedby"] | HAS["aria-description"] | HAS["aria-busy"] | HAS["aria-owns"];
    return !!(has & maybe) && GLOBAL_ARIA.some((name) => (attr(el, name) ?? "") !== "");
  }
  function authorNamed(el, has) {
    if (has & HAS["aria-label"] && attr(el, "aria-label").trim()) return true;
    if (has & HAS.title && attr(el, "title").trim()) return true;
    return !!(has & HAS["aria-labelledby"]) && byIds(el, attr(el, "aria-labelledby")).length > 0;
  }
  function focusable(el, has) {
    if (has & HAS.tabindex) return !Number.isNaN(parseInt(attr(el, "tabindex"), 10)) && !isDisabledControl(el);
    if (has & HAS.contenteditable && isEditingHost(el)) return true;
    switch (tagOf(el)) {
      case "a":
      case "area":
        return !!(has & HAS.href);
      case "button":
      case "select":
      case "textarea":
        return !isDisabledControl(el);
      case "input":
        return el.type !== "hidden" && !isDisabledControl(el);
      case "iframe":
        return true;
      case "summary":
        return isSummary(el);
      case "audio":
      case "video":
        return hasAttr(el, "controls");
      default:
        return false;
    }
  }
  var isDisabledControl = (el) => FORM_CONTROLS.has(tagOf(el)) && el.matches(":disabled");
  var FORM_CONTROLS = /* @__PURE__ */ new Set(["button", "input", "select", "textarea", "fieldset", "option", "optgroup"]);
  function isEditingHost(el) {
    const given = attr(el, "contenteditable");
    return given !== null && given.toLowerCase() !== "false";
  }

  // src/styles.ts
  var checkVisibility = Element.prototype.checkVisibility;
  var OPTIONS = { visibilityProperty: true };
  var RENDERED = {};
  var isShown = (el) => checkVisibility.call(el, OPTIONS);
  var isRendered = (el) => checkVisibility.call(el, RENDERED);
  var styleOf = (el, pseudo) => getComputedStyle(el, pseudo);
  function flowOfDisplay(display) {
    if (display === "inline" || display === "ruby" || display === "inline flow") return 0;
    return display === "contents" ? 2 : 1;
  }
  function flowOf(el) {
    const rec = recOf(el);
    return rec?.styled ? rec.flow : flowOfDisplay(styleOf(el).display);
  }
  var reds = /* @__PURE__ */ new Map();
  function isRed(color) {
    let red = reds.get(color);
    if (red === void 0) {
      red = judgeRed(color);
      reds.set(color, red);
    }
    return red;
  }
  function judgeRed(color) {
    const numbers = (color.match(/-?[\d.]+(e-?\d+)?%?/g) ?? []).map((n) => parseFloat(n));
    if (color.startsWith("rgb")) return redRgb(numbers[0], numbers[1], numbers[2], numbers[3] ?? 1);
    if (color.startsWith("color(srgb")) return redRgb(numbers[0] * 255, numbers[1] * 255, numbers[2] * 255, numbers[3] ?? 1);
    if (color.startsWith("oklch")) return numbers[1] >= 0.12 && numbers[2] >= 10 && numbers[2] <= 38 && numbers[0] >= 0.3;
    if (color.startsWith("lab")) return numbers[1] >= 35 && Math.abs(numbers[2]) <= numbers[1] * 1.1;
    return false;
  }
  function redRgb(r, g, b, alpha) {
    return alpha > 0.3 && r >= 120 && r - Math.max(g, b) >= 85 && Math.abs(g - b) <= 50;
  }

  // src/values.ts
  var secure = /* @__PURE__ */ new WeakSet();
  var SECRET_KINDS = /* @__PURE__ */ new Set(["current-password", "new-password", "cc-csc"]);
  function isSecure(el) {
    if (secure.has(el)) return true;
    const found = judgeSecure(el);
    if (found) secure.add(el);
    return found;
  }
  function judgeSecure(el) {
    const tag = tagOf(el);
    if (tag !== "input" && tag !== "textarea" && !isEditingHost(el)) return false;
    if (tag === "input") {
      const type = el.type;
      if (type === "password") return true;
      if (!TYPED.has(type)) return false;
    }
    const kinds = attr(el, "autocomplete");
    if (kinds && kinds.split(/\s+/).some((kind) => SECRET_KINDS.has(kind.toLowerCase()))) return true;
    const drawn2 = styleOf(el).webkitTextSecurity;
    return !!drawn2 && drawn2 !== "none";
  }
  var TYPED = /* @__PURE__ */ new Set(["text", "search", "email", "tel", "url", "number", "password"]);
  var PICKED = /* @__PURE__ */ new Set(["date", "datetime-local", "month", "week", "time"]);
  function isEditable(el) {
    if (!isHtml(el)) return false;
    const tag = tagOf(el);
    if (tag === "textarea") return true;
    if (tag === "input") return TYPED.has(el.type) || PICKED.has(el.type);
    return isEditingHost(el);
  }
  var optionLabel = (option) => fold(attr(option, "label") || option.text);
  function optionsOf(el, role2) {
    if (tagOf(el) === "select") return [...el.options].map(optionLabel);
    if (tagOf(el) === "input" && role2 === "combobox") {
      const list2 = el.list;
      return list2 ? [...list2.options].map((option) => optionLabel(option) || option.value) : null;
    }
    if (role2 === "listbox") {
      return [...el.querySelectorAll('[role="option"]')].map((option) => fold(attr(option, "aria-label") || option.textContent));
    }
    return null;
  }
  function valueOf(el, role2) {
    if (isHtml(el)) {
      switch (tagOf(el)) {
        case "input":
          return inputValue(el);
        case "textarea":
          return isSecure(el) ? null : el.value;
        case "select":
          return [...el.selectedOptions].map(optionLabel).join(", ");
        case "progress":
          return el.hasAttribute("value") ? String(el.value) : null;
        case "meter":
          return String(el.value);
      }
      if (isEditingHost(el)) return isSecure(el) ? null : fold(drawnText(el));
    }
    switch (role2) {
      case "slider":
      case "spinbutton":
      case "scrollbar":
      case "progressbar":
      case "meter":
      case "separator":
        return attr(el, "aria-valuetext") ?? attr(el, "aria-valuenow");
      case "textbox":
      case "searchbox":
        return fold(drawnText(el));
      case "combobox":
        return fold(drawnText(el));
      case "listbox": {
        const chosen = [...el.querySelectorAll('[role="option"][aria-selected="true"]')];
        return chosen.length ? chosen.map((option) => fold(attr(option, "aria-label") || option.textContent)).join(", ") : null;
      }
      default:
        return null;
    }
  }
  function inputValue(el) {
    switch (el.type) {
      case "button":
      case "submit":
      case "reset":
      case "image":
      case "checkbox":
      case "radio":
      case "hidden":
        return null;
      case "file":
        return [...el.files ?? []].map((file) => file.name).join(", ");
      default:
        return isSecure(el) ? null : el.value;
    }
  }

  // src/names.ts
  var FROM_CONTENT = new Set(
    "button cell checkbox columnheader gridcell heading link menuitem menuitemcheckbox menuitemradio option radio row rowheader switch tab tooltip treeitem comment".split(" ")
  );
  var NOT_FROM_CONTENT_INSIDE = new Set(
    "iframe embed object video audio canvas progressbar meter scrollbar grid listbox tablist treegrid tree menu menubar toolbar radiogroup".split(" ")
  );
  function nameOf(el, role2, has) {
    const plain = plainName(el, role2, has);
    if (plain !== null) return { name: plain, source: plain ? "content" : "", leanedOn: null };
    const walk = fresh(el);
    const named = compute(el, role2, has, walk);
    return { name: fold(named.text), source: named.source, leanedOn: walk.leanedOn };
  }
  function plainName(el, role2, has) {
    if (has & SPEAKING || !isHtml(el) || NATIVELY_NAMED.has(tagOf(el)) || tagOf(el).includes("-")) return null;
    if (role2 === null || !FROM_CONTENT.has(role2)) return "";
    const child = firstChild(el);
    if (!child) return shadowOf(el) || mayWrite(el) ? null : "";
    if (child.nodeType !== 3 || child.nextSibling || shadowOf(el) || mayWrite(el)) return null;
    return fold(child.data);
  }
  var SPEAKING = HAS["aria-labelledby"] | HAS["aria-label"] | HAS["aria-owns"] | HAS.title | HAS.role;
  var NATIVELY_NAMED = new Set(
    "input button meter output progress select textarea img area fieldset table figure option optgroup summary slot details q".split(" ")
  );
  var fresh = (root2) => ({
    root: root2,
    referenced: false,
    hiddenToo: false,
    inside: false,
    content: false,
    visited: /* @__PURE__ */ new Set(),
    leanedOn: null
  });
  var NONE2 = { text: "", source: "" };
  function compute(el, role2, has, walk) {
    walk.visited.add(el);
    if (has & HAS["aria-labelledby"] && !walk.referenced) {
      const text = textOfIds(el, attr(el, "aria-labelledby"), walk);
      if (text !== null) return { text, source: "labelledby" };
    }
    if (walk.inside && el !== walk.root) {
      const value = embeddedValue(el, role2, has, walk);
      if (value !== null) return { text: value, source: "value" };
    }
    if (has & HAS["aria-label"]) {
      const label = attr(el, "aria-label");
      if (label.trim()) return { text: label, source: "label" };
    }
    if (!(has & HAS.role && isPresentational(el))) {
      const native = nativeText(el, role2, has, walk);
      if (native.text.trim() || native.source === "native") return native;
    }
    if (role2 !== null && FROM_CONTENT.has(role2) || walk.content || isNamedByContent(el)) {
      if (!(walk.inside && role2 !== null && NOT_FROM_CONTENT_INSIDE.has(role2) && !isReferenceRoot(walk, el))) {
        const text = contentText(el, has, walk);
        if (text.trim()) return { text, source: "content" };
      }
    }
    return tooltip(el, role2, has, walk);
  }
  var isReferenceRoot = (walk, el) => walk.referenced && walk.visited.size === 1 && el !== walk.root;
  var isPresentational = (el) => /^\s*(none|presentation)\b/i.test(attr(el, "role")) && roleOf(el) === null;
  var isNamedByContent = (el) => tagOf(el) === "summary" && isSummary(el);
  function textOfIds(el, ids, walk) {
    const referenced = byIds(el, ids);
    if (!referenced.length) return null;
    const texts = [];
    for (const other of referenced) {
      (walk.leanedOn ??= []).push(other);
      const inner = {
        root: walk.root,
        referenced: true,
        hiddenToo: walk.hiddenToo || isHidden(other),
        inside: other !== walk.root,
        content: true,
        visited: /* @__PURE__ */ new Set(),
        leanedOn: walk.leanedOn
      };
      const has = attributesOf(other);
      const text = fold(compute(other, roleOf(other, has), has, inner).text);
      if (text) texts.push(text);
    }
    return texts.length ? texts.join(" ") : null;
  }
  function embeddedValue(el, role2, has, walk) {
    switch (role2) {
      case "textbox":
      case "searchbox":
      case "date":
      case "datetime":
      case "month":
      case "week":
      case "time-input":
        if (isSecure(el)) return "";
        return "value" in el ? String(el.value) : contentText(el, has, walk);
      case "combobox":
      case "listbox":
        return chosenText(el, role2, walk);
      case "slider":
      case "spinbutton":
      case "scrollbar":
      case "progressbar":
      case "meter":
        return rangeText(el, role2);
      default:
        return null;
    }
  }
  function rangeText(el, role2) {
    const given = attr(el, "aria-valuetext") ?? attr(el, "aria-valuenow");
    if (given !== null) return given;
    if (isHtml(el) && "value" in el) return role2 === "progressbar" && !el.hasAttribute("value") ? "" : String(el.value);
    return role2 === "progressbar" || role2 === "meter" ? null : "";
  }
  function chosenText(el, role2, walk) {
    if (tagOf(el) === "select") {
      const chosen2 = [...el.selectedOptions].map(optionLabel);
      return chosen2.join(" ");
    }
    if ("value" in el && tagOf(el) === "input") return isSecure(el) ? "" : String(el.value);
    const chosen = [...el.querySelectorAll('[role="option"][aria-selected="true"]')].map((option) => {
      const has = attributesOf(option);
      return fold(compute(option, "option", has, { ...walk, inside: true, content: true }).text);
    });
    if (chosen.length || role2 === "listbox") return chosen.join(" ");
    return contentText(el, attributesOf(el), walk);
  }
  function nativeText(el, role2, has, walk) {
    if (!isHtml(el)) return isSvg(el) ? svgText(el, walk) : NONE2;
    switch (tagOf(el)) {
      case "input":
        return inputText(el, role2, has, walk);
      case "button":
      case "meter":
      case "output":
      case "progress":
      case "select":
        return labelText(el, walk);
      case "textarea": {
        const label = labelText(el, walk);
        if (label.text.trim()) return label;
        return placeholder(el, has, walk);
      }
      case "img":
      case "area":
        if (has & HAS.alt) {
          const alt = attr(el, "alt");
          if (alt.trim() || tagOf(el) === "img" && role2 === null) return { text: alt, source: "native" };
        }
        return NONE2;
      case "fieldset":
        return childText(el, "legend", walk);
      case "table":
        return childText(el, "caption", walk);
      case "figure":
        return childText(el, "figcaption", walk);
      case "option":
      case "optgroup": {
        const label = attr(el, "label");
        return label?.trim() ? { text: label, source: "native" } : NONE2;
      }
      default:
        return customLabels(el, walk);
    }
  }
  function inputText(el, role2, has, walk) {
    const label = labelText(el, walk);
    if (label.text.trim()) return label;
    switch (el.type) {
      case "hidden":
        return NONE2;
      case "submit":
      case "reset":
      case "button": {
        const value = el.value;
        if (value.trim()) return { text: value, source: "value" };
        if (el.type === "button") return NONE2;
        const given = has & HAS.title ? attr(el, "title") : "";
        if (given.trim() && el.hasAttribute("value")) return { text: given, source: "title" };
        return { text: el.type === "submit" ? "Submit" : "Reset", source: "value" };
      }
      case "image": {
        const alt = attr(el, "alt");
        if (alt?.trim()) return { text: alt, source: "native" };
        const value = attr(el, "value");
        if (value?.trim()) return { text: value, source: "value" };
        const title = has & HAS.title ? attr(el, "title") : "";
        if (title.trim()) return { text: title, source: "title" };
        return { text: "Submit", source: "value" };
      }
      case "checkbox":
      case "radio":
      case "range":
      case "color":
      case "file":
        return NONE2;
      default:
        return placeholder(el, has, walk);
    }
  }
  function placeholder(el, has, walk) {
    if (has & HAS.title && attr(el, "title").trim()) return NONE2;
    const text = attr(el, "placeholder") ?? attr(el, "aria-placeholder");
    return text?.trim() && !walk.inside ? { text, source: "placeholder" } : NONE2;
  }
  function labelText(el, walk) {
    if (walk.inside) return NONE2;
    const labels = labelsOf(el);
    if (!labels.length) return NONE2;
    const texts = [];
    for (const label of labels) {
      (walk.leanedOn ??= []).push(label);
      const hidden = isHidden(label);
      const inner = { ...walk, inside: true, content: true, hiddenToo: walk.hiddenToo || hidden, visited: /* @__PURE__ */ new Set([el]) };
      const has = attributesOf(label);
      const text = fold(compute(label, roleOf(label, has), has, inner).text);
      if (text) texts.push(text);
    }
    return { text: texts.join(" "), source: "label" };
  }
  function customLabels(el, walk) {
    if (walk.inside || !tagOf(el).includes("-")) return NONE2;
    return labelText(el, walk);
  }
  function childText(el, tag, walk) {
    for (const child of el.children) {
      if (tagOf(child) !== tag) continue;
      if (isHidden(child) && !walk.hiddenToo) return NONE2;
      const has = attributesOf(child);
      return { text: compute(child, roleOf(child, has), has, { ...walk, inside: true, content: true }).text, source: "label" };
    }
    return NONE2;
  }
  function svgText(el, walk) {
    for (let child = firstChild(el); child; child = nextSibling(child)) {
      if (isElement(child) && tagOf(child) === "title") {
        const text = child.textContent;
        if (text.trim()) return { text, source: "native" };
      }
    }
    const linked = attr(el, "xlink:title");
    if (linked?.trim() && !walk.inside) return { text: linked, source: "title" };
    return NONE2;
  }
  function contentText(el, has, walk) {
    const inner = walk.inside ? walk : { ...walk, inside: true };
    let text = mayHaveBefore(el) || tagOf(el) === "q" ? pseudoText(el, "::before") : "";
    const children = flatChildren(el);
    const closed = tagOf(el) === "details" && !el.open;
    for (let at = 0; at < children.length; at++) {
      if (closed && !(isElement(children[at]) && isSummary(children[at]))) continue;
      text = append(text, children[at], inner);
    }
    if (has & HAS["aria-owns"]) {
      for (const owned of byIds(el, attr(el, "aria-owns"))) {
        (walk.leanedOn ??= []).push(owned);
        text = append(text, owned, inner);
      }
    }
    if (mayHaveAfter(el) || tagOf(el) === "q") text += pseudoText(el, "::after");
    return text;
  }
  function append(text, node, walk) {
    if (node.nodeType === 3) {
      return text + node.data;
    }
    if (!isElement(node) || walk.visited.has(node)) return text;
    const tag = tagOf(node);
    if (tag === "br") return text + " ";
    if (SILENT.has(tag)) return text;
    if (isHidden(node) && !walk.hiddenToo) return text + visibleAgain(node, walk);
    const known = knownText(node, walk);
    if (known !== null) return `${text} ${known} `;
    const has = attributesOf(node);
    const own = compute(node, roleOf(node, has), has, { ...walk, content: true }).text;
    const flow = flowOf(node);
    return flow === 1 ? `${text} ${own} ` : text + own;
  }
  function knownText(el, walk) {
    const rec = recOf(el);
    if (!rec || rec.dirty || rec.nameSource !== "content" || rec.flow !== 1 || !rec.styled || walk.hiddenToo || walk.referenced) return null;
    return rec.kids.some((kid) => kid.tag === "input") ? null : rec.name;
  }
  function visibleAgain(hidden, walk) {
    if (!isRendered(hidden) || isAriaHidden(hidden)) return "";
    let text = "";
    const children = flatChildren(hidden);
    for (let at = 0; at < children.length; at++) if (isElement(children[at])) text = append(text, children[at], walk);
    return text;
  }
  var isAriaHidden = (el) => recOf(el)?.ariaHidden ?? attr(el, "aria-hidden") === "true";
  var SILENT = /* @__PURE__ */ new Set(["script", "style", "template", "noscript", "head", "meta", "link", "title"]);
  function pseudoText(el, pseudo) {
    const style = styleOf(el, pseudo);
    const content = style.content;
    if (!content || content === "none" || content === "normal" || style.display === "none" || style.visibility === "hidden") return "";
    const text = textOfContent(el, content);
    return text && style.display !== "inline" ? ` ${text} ` : text;
  }
  function textOfContent(el, content) {
    const tokens = content.match(/"(?:[^"\\]|\\.)*"|attr\([^)]*\)|open-quote|close-quote|\/|[\w-]+\([^)]*\)/g) ?? [];
    const slash = tokens.indexOf("/");
    return (slash >= 0 ? tokens.slice(slash + 1) : tokens).map((token) => {
      if (token.startsWith('"')) return token.slice(1, -1).replace(/\\([0-9a-f]{1,6})\s?|\\(.)/gi, unescape);
      if (token.startsWith("attr(")) return attr(el, token.slice(5, -1).trim()) ?? "";
      if (token === "open-quote") return "“";
      if (token === "close-quote") return "”";
      return "";
    }).join("");
  }
  var unescape = (_, hex, other) => hex ? String.fromCodePoint(parseInt(hex, 16)) : other;
  function tooltip(el, _role, has, walk) {
    if (!(has & HAS.title)) return NONE2;
    const title = attr(el, "title");
    return title.trim() ? { text: title, source: "title" } : NONE2;
  }
  function isHidden(el) {
    const rec = recOf(el);
    if (rec?.styled) return !rec.shown || rec.ariaHidden;
    if (attr(el, "aria-hidden") === "true") return true;
    if (shadowOf(el) === null && unslotted(el)) return true;
    if (tagOf(el) === "option" || tagOf(el) === "optgroup") return false;
    return !isShown(el) && !isBoxless(el);
  }
  var isBoxless = (el) => styleOf(el).display === "contents";
  function descriptionOf(el, role2, has, named) {
    const walk = fresh(el);
    if (has & HAS["aria-describedby"]) {
      const text = textOfIds(el, attr(el, "aria-describedby"), walk);
      if (text !== null) return { description: text, leanedOn: walk.leanedOn };
    }
    if (has & HAS["aria-description"]) {
      const text = fold(attr(el, "aria-description"));
      if (text) return { description: text, leanedOn: null };
    }
    const native = nativeDescription(el, role2, named, walk);
    if (native && native !== named.name) return { description: native, leanedOn: walk.leanedOn };
    if (has & HAS.title && named.source !== "title") {
      const title = fold(attr(el, "title"));
      if (title && title !== named.name) return { description: title, leanedOn: walk.leanedOn };
    }
    return { description: "", leanedOn: walk.leanedOn };
  }
  function nativeDescription(el, _role, named, walk) {
    if (!isHtml(el)) {
      if (!isSvg(el)) return "";
      for (let child = firstChild(el); child; child = nextSibling(child)) {
        if (isElement(child) && tagOf(child) === "desc") return fold(child.textContent);
      }
      return "";
    }
    switch (tagOf(el)) {
      case "table":
        if (named.source === "labelledby" || named.source === "label" && el.hasAttribute("aria-label")) return fold(childText(el, "caption", walk).text);
        return "";
      case "input": {
        const input = el;
        if (BUTTONS.has(input.type) && named.source !== "value") return fold(input.value);
        return "";
      }
      default:
        return "";
    }
  }
  var BUTTONS = /* @__PURE__ */ new Set(["submit", "reset", "button"]);
  function drawnText(el) {
    let text = "";
    for (const child of domChildren(el)) {
      if (child.nodeType === 3) text += child.data;
      else if (isElement(child) && !isHidden(child)) {
        const own = tagOf(child) === "br" ? "\n" : drawnText(child);
        text += flowOf(child) === 1 && text && !text.endsWith("\n") ? `
${own}` : own;
      }
    }
    return text;
  }

  // src/states.ts
  var S = {
    VISIBLE: 1 << 0,
    ENABLED: 1 << 1,
    FOCUSED: 1 << 2,
    CHECKED: 1 << 3,
    MIXED: 1 << 4,
    SELECTED: 1 << 5,
    EXPANDED: 1 << 6,
    COLLAPSED: 1 << 7,
    SECURE: 1 << 8,
    REQUIRED: 1 << 9,
    READONLY: 1 << 10,
    INVALID: 1 << 11,
    ALARMING: 1 << 12,
    CONTROL: 1 << 13,
    TEXT: 1 << 14,
    EDITABLE: 1 << 15,
    MEASURED: 1 << 16,
    PRESSED: 1 << 17,
    MULTILINE: 1 << 18,
    BUSY: 1 << 19,
    MODAL: 1 << 20,
    MULTISELECTABLE: 1 << 21
  };
  var CHECKABLE = /* @__PURE__ */ new Set(["checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio", "option", "treeitem"]);
  var FORM_FIELDS = /* @__PURE__ */ new Set(["input", "select", "textarea", "button"]);
  var isFormField = (tag) => FORM_FIELDS.has(tag) || tag === "option";
  function statesOf(rec, focused2) {
    const { el, has, role: role2 } = rec;
    let states = fieldStates(rec);
    if (el === focused2) states |= S.FOCUSED;
    if (isEnabled(rec)) states |= S.ENABLED;
    if (isControl(rec)) states |= S.CONTROL;
    if (rec.around & 8 /* Modal */) states |= S.MODAL;
    if (has & HAS["aria-expanded"]) states |= expanded(attr(el, "aria-expanded"));
    else if (rec.tag === "details") states |= el.open ? S.EXPANDED : S.COLLAPSED;
    else if (rec.tag === "summary" && isSummary(el)) states |= el.closest("details")?.open ? S.EXPANDED : S.COLLAPSED;
    if (has & HAS["aria-checked"] && role2 !== null && CHECKABLE.has(role2) && !isNativeCheck(el)) {
      const checked = attr(el, "aria-checked");
      states |= checked === "true" ? S.CHECKED : checked === "mixed" ? S.MIXED : 0;
    }
    if (has & HAS["aria-selected"] && attr(el, "aria-selected") === "true") states |= S.SELECTED;
    if (has & HAS["aria-pressed"]) {
      const pressed = attr(el, "aria-pressed");
      states |= pressed === "true" ? S.PRESSED : pressed === "mixed" ? S.MIXED : 0;
    }
    if (has & HAS["aria-required"] && attr(el, "aria-required") === "true") states |= S.REQUIRED;
    if (has & HAS["aria-readonly"] && attr(el, "aria-readonly") === "true") states |= S.READONLY;
    if (has & HAS["aria-busy"] && attr(el, "aria-busy") === "true") states |= S.BUSY;
    if (has & HAS["aria-multiline"] && attr(el, "aria-multiline") === "true") states |= S.MULTILINE;
    if (has & HAS["aria-multiselectable"] && attr(el, "aria-multiselectable") === "true") states |= S.MULTISELECTABLE;
    if (has & HAS.contenteditable && isEditingHost(el)) states |= S.EDITABLE | S.MULTILINE | (isSecure(el) ? S.SECURE : 0);
    else if ((role2 === "textbox" || role2 === "searchbox") && !FORM_FIELDS.has(rec.tag) && el.isContentEditable) states |= S.EDITABLE;
    if (rec.text) states |= S.TEXT;
    if (role2 === "alert" || rec.red && rec.text && !(states & S.CONTROL && role2 !== null)) states |= S.ALARMING;
    return states;
  }
  function fieldStates(rec) {
    const { el, has, tag } = rec;
    let states = 0;
    if (has & HAS["aria-invalid"]) {
      const invalid = attr(el, "aria-invalid");
      if (invalid && invalid !== "false") states |= S.INVALID;
    }
    if (!isFormField(tag) || !isHtml(el)) return states;
    const field = el;
    if (tag === "input") {
      const type = field.type;
      if (type === "checkbox" || type === "radio") {
        if (type === "checkbox" && field.indeterminate) states |= S.MIXED;
        else if (field.checked) states |= S.CHECKED;
      }
      if (isEditable(el)) states |= S.EDITABLE | (isSecure(el) ? S.SECURE : 0) | (field.readOnly ? S.READONLY : 0);
      if (field.required) states |= S.REQUIRED;
    } else if (tag === "textarea") {
      states |= S.EDITABLE | S.MULTILINE | (field.readOnly ? S.READONLY : 0) | (field.required ? S.REQUIRED : 0) | (isSecure(el) ? S.SECURE : 0);
    } else if (tag === "select") {
      if (field.required) states |= S.REQUIRED;
      if (el.multiple) states |= S.MULTISELECTABLE;
    } else if (tag === "option") {
      if (el.selected) states |= S.SELECTED;
    }
    if (tag !== "button" && tag !== "option" && matches(el, ":user-invalid")) states |= S.INVALID;
    return states;
  }
  var FIELD_STATES = S.INVALID | S.MIXED | S.CHECKED | S.READONLY | S.REQUIRED | S.SELECTED;
  var expanded = (value) => value === "true" ? S.EXPANDED : value === "false" ? S.COLLAPSED : 0;
  var isNativeCheck = (el) => tagOf(el) === "input" && /^(checkbox|radio)$/.test(el.type);
  function isEnabled(rec) {
    if (rec.around & (2 /* Inert */ | 4 /* AriaDisabled */ | 16 /* BehindModal */)) return false;
    return !(DISABLEABLE.has(rec.tag) && matches(rec.el, ":disabled"));
  }
  var DISABLEABLE = /* @__PURE__ */ new Set(["button", "input", "select", "textarea", "fieldset", "option", "optgroup"]);
  function isControl(rec) {
    const { el, has, role: role2, tag } = rec;
    if (role2 === "gridcell") return focusable(el, has);
    if (role2 !== null && WIDGETS.has(role2)) return true;
    if (FORM_FIELDS.has(tag) && el.type !== "hidden") return true;
    if (has & (HAS.tabindex | HAS.onclick | HAS.contenteditable)) {
      if (has & HAS.onclick && tag !== "body") return true;
      if (has & HAS.contenteditable && isEditingHost(el)) return true;
      if (has & HAS.tabindex && parseInt(attr(el, "tabindex"), 10) >= 0 && !CONTAINERS.has(role2 ?? "")) return true;
    }
    return rec.pointer && role2 === null && tag !== "label" && rec.text !== "";
  }
  var CONTAINERS = /* @__PURE__ */ new Set(["dialog", "alertdialog", "region", "main", "tabpanel", "document", "application", "article", "group", "navigation", "table", "log"]);
  function levelOf(rec) {
    if (rec.role !== "heading") return 0;
    if (rec.has & HAS["aria-level"]) {
      const level = parseInt(attr(rec.el, "aria-level"), 10);
      if (level >= 1 && level < 256) return level;
    }
    return /^h[1-6]$/.test(rec.tag) ? Number(rec.tag[1]) : 2;
  }
  function idOf(el) {
    for (const name of ["data-testid", "data-test", "data-test-id", "data-qa", "id"]) {
      const value = attr(el, name);
      if (value) return value;
    }
    return null;
  }

  // src/table.ts
  var CELLS = /* @__PURE__ */ new Set(["cell", "gridcell", "columnheader", "rowheader"]);
  var TABLES2 = /* @__PURE__ */ new Set(["table", "grid", "treegrid"]);
  var isCellRole = (role2) => role2 !== null && CELLS.has(role2);
  function tableAround(el) {
    for (let up = flatParent(el); up; up = flatParent(up)) {
      const role2 = recOf(up)?.role ?? roleOf(up);
      if (tagOf(up) === "table" || role2 !== null && TABLES2.has(role2)) return up;
    }
    return null;
  }
  function layOut(table) {
    const places = /* @__PURE__ */ new Map();
    const freeFrom = [];
    rowsOf(table).forEach((row, index2) => {
      const given = number(row, "aria-rowindex");
      const at = given === null ? index2 : given - 1;
      let column = 0;
      for (const cell of cellsOf(row)) {
        while ((freeFrom[column] ?? 0) > index2) column++;
        const columns = Math.max(1, number(cell, tagOf(cell) === "td" || tagOf(cell) === "th" ? "colspan" : "aria-colspan") ?? 1);
        const told = number(cell, "aria-colindex");
        const rows = number(cell, tagOf(cell) === "td" || tagOf(cell) === "th" ? "rowspan" : "aria-rowspan") ?? 1;
        places.set(cell, [at, told === null ? column : told - 1, Math.min(columns, 1e3)]);
        const until = rows === 0 ? Infinity : index2 + rows;
        for (let covered = column; covered < column + Math.min(columns, 1e3); covered++) freeFrom[covered] = until;
        column += columns;
      }
    });
    return places;
  }
  function number(el, name) {
    const text = attr(el, name);
    const value = text === null ? NaN : parseInt(text, 10);
    return Number.isNaN(value) || value < 0 ? null : value;
  }
  function rowsOf(table) {
    const rows = [];
    const visit = (el) => {
      const children = flatChildren(el);
      for (let at = 0; at < children.length; at++) {
        const child = children[at];
        if (!isElement(child)) continue;
        if (tagOf(child) === "tr" || role(child) === "row") rows.push(child);
        else if (tagOf(child) !== "table" && !TABLES2.has(role(child) ?? "")) visit(child);
      }
    };
    visit(table);
    return rows;
  }
  function cellsOf(row) {
    const cells = [];
    const visit = (el) => {
      const children = flatChildren(el);
      for (let at = 0; at < children.length; at++) {
        const child = children[at];
        if (!isElement(child)) continue;
        const tag = tagOf(child);
        if (tag === "td" || tag === "th" || isCellRole(role(child))) cells.push(child);
        else if (tag !== "table" && !TABLES2.has(role(child) ?? "")) visit(child);
      }
    };
    visit(row);
    return cells;
  }
  var role = (el) => recOf(el)?.role ?? (el.hasAttribute("role") ? roleOf(el) : null);

  // src/tree.ts
  var records = /* @__PURE__ */ new Map();
  var recordOf = (nid) => records.get(nid);
  function nidOf(el) {
    let rec = recOf(el);
    if (!rec) {
      rec = newRec(el, tagOf(el));
      setRec(el, rec);
    }
    records.set(rec.nid, rec);
    return rec.nid;
  }
  var root = null;
  var left = [];
  var structure = true;
  var modal = null;
  var modalSeen = null;
  var focused = null;
  var focusBefore = null;
  var fields = /* @__PURE__ */ new Set();
  var shadowRoots = /* @__PURE__ */ new Set();
  var rootRec = () => root;
  var focusedElement = () => focused;
  var structureChanged = () => structure;
  var structureTold = () => void (structure = false);
  function refresh(sheetsChanged) {
    const top2 = document.documentElement;
    if (!top2) {
      if (root) drop(root);
      root = null;
      return;
    }
    if (root && root.el !== top2) {
      drop(root);
      root = null;
    }
    root ??= adopt2(top2, null);
    if (sheetsChanged) root.dirty |= 32 /* StyleTree */;
    focusBefore = focused;
    focused = deepFocus();
    if (focusBefore !== focused) {
      for (const el of [focusBefore, focused]) if (el && recOf(el)) focusMoved(el);
    }
    rereadFields();
    modalSeen = null;
    settle(root, 0, 0, true, true, true);
    if (modalSeen !== modal) {
      modal = modalSeen;
      settle(root, 0, 0, true, true, true);
    }
    if (tables.dirty) cellsOf2.clear();
    tables.dirty = false;
    describe(root, false);
    setRoots([document, ...shadowRoots]);
  }
  function focusMoved(el) {
    recOf(el).dirty |= 2 /* Self */;
    restyle(el);
  }
  function deepFocus() {
    let active = document.activeElement;
    while (active) {
      const inner = shadowOf(active)?.activeElement ?? null;
      if (!inner) break;
      active = inner;
    }
    return active === document.body || active === document.documentElement ? null : active;
  }
  function adopt2(el, parent) {
    let rec = recOf(el);
    if (!rec) {
      rec = newRec(el, tagOf(el));
      setRec(el, rec);
    } else if (rec.parent !== parent || !rec.round) {
      rec.dirty |= 15 /* All */ | 16 /* Tree */ | 32 /* StyleTree */;
      rec.exact = true;
    }
    rec.round = 1;
    records.set(rec.nid, rec);
    rec.parent = parent;
    if (isFormField(rec.tag)) fields.add(rec);
    structure = true;
    return rec;
  }
  function drop(rec) {
    if (!rec.round) return;
    rec.round = 0;
    records.delete(rec.nid);
    fields.delete(rec);
    forget(rec);
    if (rec.sent) left.push(rec);
    rec.listed = false;
    rec.known = false;
    structure = true;
    for (const kid of rec.kids) if (kid.parent === rec) drop(kid);
    rec.kids = [];
    rec.parent = null;
    rec.dirty = 15 /* All */ | 16 /* Tree */ | 32 /* StyleTree */;
  }
  function rereadFields() {
    for (const rec of fields) {
      if (rec.dirty & 2 /* Self */ || !rec.rendered) continue;
      const value = valueOf(rec.el, rec.role);
      const states = rec.states & ~FIELD_STATES | fieldStates(rec) & FIELD_STATES | rec.states & ariaOnly(rec);
      if (value === rec.value && states === rec.states && !isButtonInput(rec)) continue;
      if (isButtonInput(rec)) {
        if (rec.el.value === rec.caption) continue;
      }
      rec.dirty |= 2 /* Self */ | 4 /* Name */;
      if (states !== rec.states) restyle(rec.el);
      touch(rec.el);
    }
  }
  var ariaOnly = (rec) => (rec.has & HAS["aria-required"] ? S.REQUIRED : 0) | (rec.has & HAS["aria-readonly"] ? S.READONLY : 0) | (rec.has & HAS["aria-selected"] ? S.SELECTED : 0) | (rec.has & (HAS["aria-checked"] | HAS["aria-pressed"]) ? S.CHECKED | S.MIXED : 0);
  var BUTTON_INPUTS = /* @__PURE__ */ new Set(["button", "submit", "reset", "image"]);
  var isButtonInput = (rec) => rec.tag === "input" && BUTTON_INPUTS.has(rec.el.type);
  var SKIPPED = /* @__PURE__ */ new Set(["head", "script", "style", "template", "noscript", "link", "meta", "title", "param", "source", "track", "br", "wbr", "datalist", "map"]);
  var LEAVES = /* @__PURE__ */ new Set(["input", "textarea", "img", "iframe", "frame", "embed", "object", "video", "audio", "hr", "progress", "meter", "canvas", "area"]);
  var HIDDEN_INPUTS = 'input[type="file"],input[type="checkbox"],input[type="radio"]';
  var isHiddenInput = (el) => tagOf(el) === "input" && matches(el, HIDDEN_INPUTS);
  function settle(rec, down, around2, rendered, shown, opaque) {
    if (down & 16 /* Tree */ || rec.dirty & 16 /* Tree */) {
      rec.dirty |= 2 /* Self */ | 4 /* Name */;
      down |= 16 /* Tree */;
    }
    if (down & 32 /* StyleTree */ || rec.dirty & 32 /* StyleTree */) {
      rec.dirty |= 8 /* Style */;
      down |= 32 /* StyleTree */;
    }
    rec.dirty &= ~(16 /* Tree */ | 32 /* StyleTree */);
    if (rec.dirty & 2 /* Self */) rec.has = attributesOf(rec.el);
    inherit(rec, around2);
    if (rec.dirty & 8 /* Style */ || !rec.styled) restyleOne(rec);
    draw(rec, rendered, shown, opaque);
    if (MAY_HOST.has(rec.tag) || rec.tag.includes("-")) findShadow(rec);
    if (rec.dirty & 1 /* Kids */) relist(rec);
    for (const kid of rec.kids) settle(kid, down, rec.around, rec.rendered, rec.shown, rec.opaque);
  }
  function inherit(rec, around2) {
    const { el, has, tag } = rec;
    let now2 = around2 & ~(tag === "dialog" && modal === el ? 16 /* BehindModal */ : 0);
    if (has & HAS["aria-hidden"] && attr(el, "aria-hidden") === "true") now2 |= 1 /* AriaHidden */;
    if (has & HAS.inert) now2 |= 2 /* Inert */;
    if (has & HAS["aria-disabled"] && attr(el, "aria-disabled") === "true") now2 |= 4 /* AriaDisabled */;
    if (has & HAS["aria-modal"] && attr(el, "aria-modal") === "true") now2 |= 8 /* Modal */;
    if (tag === "dialog" && matches(el, ":modal")) {
      modalSeen = el;
      now2 |= 8 /* Modal */;
      if (modal === el) now2 &= ~(16 /* BehindModal */ | 2 /* Inert */);
    }
    if (!rec.parent && modal && connected(modal)) now2 |= 16 /* BehindModal */;
    if (now2 !== rec.around) {
      if ((now2 ^ rec.around) & 1 /* AriaHidden */) {
        rec.dirty |= 4 /* Name */;
        touch(el);
      }
      rec.around = now2;
      rec.ariaHidden = !!(now2 & 1 /* AriaHidden */);
      rec.dirty |= 2 /* Self */;
    }
  }
  function restyleOne(rec) {
    const style = styleOf(rec.el);
    const flow = flowOfDisplay(style.display);
    const position = style.position;
    const words = hasWords(rec.el);
    const red = words && isRed(style.color);
    const pointer = words && style.cursor === "pointer";
    const writes = mayWrite(rec.el);
    if (rec.styled && (flow !== rec.flow || red !== rec.red || pointer !== rec.pointer)) {
      rec.dirty |= 2 /* Self */ | 4 /* Name */;
      touch(rec.el);
    } else if (rec.styled && (writes || rec.writes)) {
      rec.dirty |= 4 /* Name */;
      touch(rec.el);
    }
    rec.flow = flow;
    rec.red = red;
    rec.writes = writes;
    rec.pointer = pointer;
    rec.outOfFlow = position === "absolute" || position === "fixed" || position === "sticky" || style.float !== "none";
    rec.exact = true;
    rec.styled = true;
  }
  function hasWords(el) {
    for (let child = firstChild(el); child; child = nextSibling(child)) if (isWords(child)) return true;
    return false;
  }
  function draw(rec, parentRendered, parentShown, parentOpaque) {
    const { el } = rec;
    let shown;
    let rendered;
    let opaque = parentOpaque;
    if (!parentRendered) shown = rendered = false;
    else if (clearlyShown(el)) shown = rendered = true;
    else {
      shown = isShown(el);
      rendered = shown || isRendered(el);
      opaque = shown ? false : parentOpaque;
      if (!rendered && (rec.tag === "slot" || styleOf(el).display === "contents")) {
        shown = parentShown;
        rendered = parentRendered;
        opaque = parentOpaque;
      }
    }
    if (rec.tag === "option" || rec.tag === "optgroup") rendered = shown = parentRendered && parentShown;
    if (shown === rec.shown && rendered === rec.rendered && opaque === rec.opaque) return;
    if (rendered !== rec.rendered) rec.dirty |= 1 /* Kids */ | 8 /* Style */;
    if (rendered && !rec.rendered) restyleOne(rec);
    rec.shown = shown;
    rec.rendered = rendered;
    rec.opaque = opaque;
    rec.exact = true;
    rec.dirty |= 2 /* Self */ | 4 /* Name */;
    touch(el);
  }
  var checkVisibility2 = Element.prototype.checkVisibility;
  var CLEAR = { visibilityProperty: true, opacityProperty: true };
  var clearlyShown = (el) => checkVisibility2.call(el, CLEAR);
  var MAY_HOST = new Set("article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span".split(" "));
  function findShadow(rec) {
    const shadow = shadowOf(rec.el);
    if (!shadow || shadowRoots.has(shadow)) return;
    shadowRoots.add(shadow);
    observeRoot(shadow);
    rec.dirty |= 1 /* Kids */ | 2 /* Self */ | 4 /* Name */;
    touch(rec.el);
  }
  function relist(rec) {
    const before = rec.kids;
    const kids = [];
    for (const el of drawnKids(rec)) {
      const known = recOf(el);
      if (known && known.round && known.parent && known.parent !== rec) {
        const at = known.parent.kids.indexOf(known);
        if (at >= 0) known.parent.kids.splice(at, 1);
      }
      kids.push(known && known.round && known.parent === rec ? known : adopt2(el, rec));
    }
    rec.kids = kids;
    rec.exact = true;
    if (before.length === kids.length && before.every((kid, at) => kid === kids[at])) return;
    structure = true;
    const now2 = new Set(kids);
    for (const kid of before) if (!now2.has(kid) && kid.parent === rec) drop(kid);
  }
  function drawnKids(rec) {
    const { el, tag } = rec;
    if (isHtml(el) && LEAVES.has(tag) && !shadowOf(el)) return [];
    if (tag === "select" && !el.multiple && el.size <= 1) return [];
    if (!rec.rendered) return isHiddenInput(el) ? [] : [...el.querySelectorAll(HIDDEN_INPUTS)];
    const found = [];
    if (tag !== "slot" && !shadowOf(el)) {
      for (let child = firstElement(el); child; child = nextElement(child)) if (!SKIPPED.has(tagOf(child))) found.push(child);
      return found;
    }
    const children = flatChildren(el);
    for (let at = 0; at < children.length; at++) {
      const child = children[at];
      if (isElement(child) && !SKIPPED.has(tagOf(child))) found.push(child);
    }
    return found;
  }
  var cellsOf2 = /* @__PURE__ */ new Map();
  function cellAt(el) {
    const table = tableAround(el);
    if (!table) return null;
    let places = cellsOf2.get(table);
    if (!places) cellsOf2.set(table, places = layOut(table));
    return places.get(el) ?? null;
  }
  var sameCell = (a, b) => a === b || !!a && !!b && a[0] === b[0] && a[1] === b[1] && a[2] === b[2];
  var ABSORB = new Set("button checkbox img math menuitem menuitemcheckbox menuitemradio meter option progressbar radio scrollbar slider switch tab link heading tooltip graphics-symbol".split(" "));
  var PHRASE = /* @__PURE__ */ new Set(["code", "deletion", "emphasis", "insertion", "mark", "strong", "subscript", "superscript", "time", "term"]);
  function describe(rec, absorbed) {
    const dirty = rec.dirty;
    if (dirty & 2 /* Self */) {
      rec.role = roleOf(rec.el, rec.has);
      rec.id = rec.has & HAS.id || rec.has < 0 ? idOf(rec.el) : null;
      if (rec.has & HAS["aria-labelledby"]) refersTo(rec, attr(rec.el, "aria-labelledby"));
      if (rec.has & HAS["aria-describedby"]) refersTo(rec, attr(rec.el, "aria-describedby"));
      if (rec.has & HAS["aria-owns"]) refersTo(rec, attr(rec.el, "aria-owns"));
      if (rec.tag === "label") refersTo(rec, attr(rec.el, "for") ?? "");
    }
    const absorbs = rec.role !== null && ABSORB.has(rec.role) || absorbed && (rec.role === null || PHRASE.has(rec.role));
    if (absorbs !== rec.absorbs) {
      rec.absorbs = absorbs;
      rec.dirty |= 4 /* Name */;
    }
    let loose = false;
    for (const kid of rec.kids) {
      describe(kid, absorbs);
      if (kid.exact) rec.exact = true;
      if (kid.outOfFlow || kid.loose) loose = true;
    }
    rec.loose = loose;
    if (rec.dirty) rec.exact = true;
    if (rec.dirty & (2 /* Self */ | 4 /* Name */)) say(rec);
    if (isCellRole(rec.role)) {
      const at = cellAt(rec.el);
      if (!sameCell(at, rec.cell)) {
        rec.cell = at;
        rec.dirty |= 2 /* Self */;
        rec.changed = true;
      }
    } else if (rec.cell) {
      rec.cell = null;
      rec.changed = true;
    }
    if (rec.dirty) rec.changed = true;
    rec.dirty = 0;
  }
  function say(rec) {
    const { el, has, role: role2 } = rec;
    rec.text = ownText(rec);
    if (role2 !== null || has & HAS["aria-label"] || has & HAS.title) {
      const named = nameOf(el, role2, has);
      const described = has & (HAS["aria-describedby"] | HAS["aria-description"] | HAS.title) || DESCRIBED.has(rec.tag) ? descriptionOf(el, role2, has, named) : null;
      rec.name = named.name;
      rec.nameSource = named.source;
      rec.description = described?.description ?? "";
      leanOn(rec, named.leanedOn);
      leanOn(rec, described?.leanedOn ?? null);
    } else {
      rec.name = rec.nameSource = "";
      rec.description = "";
    }
    rec.value = role2 !== null || has & HAS.contenteditable ? valueOf(el, role2) : null;
    if (isButtonInput(rec)) rec.caption = el.value;
    rec.options = role2 === "combobox" || role2 === "listbox" ? optionsOf(el, role2) : null;
    rec.level = levelOf(rec);
    rec.states = statesOf(rec, focused);
    const listed = isListed(rec);
    if (listed !== rec.listed) {
      rec.listed = listed;
      structure = true;
      if (!listed && rec.sent) left.push(rec);
    }
  }
  var DESCRIBED = /* @__PURE__ */ new Set(["table", "input", "svg"]);
  function ownText(rec) {
    if (!rec.rendered || LEAVES.has(rec.tag) || rec.tag === "select") return setMerged(rec, false), "";
    let mixed = rec.absorbs;
    const children = flatChildren(rec.el);
    if (!mixed && rec.kids.length) {
      for (let at = 0; at < children.length && !mixed; at++) if (isWords(children[at])) mixed = true;
    }
    let text = "";
    for (let at = 0; at < children.length; at++) {
      const child = children[at];
      if (child.nodeType === 3) {
        if (rec.shown) text += child.data;
      } else if (isElement(child)) {
        if (tagOf(child) === "br") text += " ";
        const kid = recOf(child);
        if (!kid || kid.parent !== rec) continue;
        const merged = mixed && mayMerge(rec, kid);
        relistKid(kid, merged);
        text += merged ? kid.flow === 0 ? kid.rawText : ` ${kid.rawText} ` : " ";
      }
    }
    rec.rawText = text;
    return fold(text);
  }
  var isWords = (node) => node.nodeType === 3 && /\S/.test(node.data);
  function mayMerge(rec, kid) {
    if (!kid.rendered || kid.id !== null || isEditingHost(kid.el) || shadowOf(kid.el)) return false;
    if (kid.role !== null && !PHRASE.has(kid.role)) return false;
    if (LEAVES.has(kid.tag) || kid.role === null && isControl(kid) && !rec.absorbs) return false;
    if (kid.has & (HAS.onclick | HAS.tabindex)) return false;
    return rec.absorbs || kid.flow === 0;
  }
  function setMerged(rec, merged) {
    for (const kid of rec.kids) relistKid(kid, merged);
  }
  function relistKid(kid, merged) {
    if (kid.merged === merged) return;
    kid.merged = merged;
    const listed = isListed(kid);
    if (listed === kid.listed) return;
    kid.listed = listed;
    kid.changed = true;
    structure = true;
    if (!listed && kid.sent) left.push(kid);
  }
  function isListed(rec) {
    if (rec.merged) return false;
    if (!rec.rendered) return isHiddenInput(rec.el);
    if (!rec.shown) return isHiddenInput(rec.el);
    if (rec.role !== null) return true;
    if (rec.text !== "") return true;
    return !!(rec.states & S.CONTROL) && rec.parent !== null && rec.tag !== "body";
  }
  function suspectsNow() {
    const found = [];
    const visit = (rec) => {
      if (rec.tag.includes("-") && rec.shown && !shadowOf(rec.el) && isHtml(rec.el) && !rec.el.firstElementChild) found.push(rec.nid);
      for (const kid of rec.kids) visit(kid);
    };
    if (root) visit(root);
    return found;
  }

  // src/nodes.ts
  function elementOf(nid) {
    const el = recordOf(nid)?.el ?? null;
    return el && connected(el) ? el : null;
  }
  function listedAround(el) {
    const found = [];
    for (let up = el; up; up = flatParent(up)) {
      const rec = recOf(up);
      if (rec?.listed) found.push(rec);
    }
    return found;
  }

  // src/actionable.ts
  var JSON_OF = (answer) => JSON.stringify(answer);
  function actionable(nid) {
    const el = elementOf(nid);
    if (!el || !connected(el)) return JSON_OF({ why: "gone" });
    const refused = refusal(el);
    if (refused) return JSON_OF(refused);
    const scrolled = bringIntoView(el);
    if (!scrolled && rests(el, nid)) return JSON_OF(place(el, false));
    return twoFrames().then(() => {
      if (!connected(el)) return JSON_OF({ why: "gone" });
      const again = refusal(el);
      if (again) return JSON_OF(again);
      const before = boxOf(el);
      return frame().then(() => {
        if (!connected(el)) return JSON_OF({ why: "gone" });
        if (!same(before, boxOf(el)) || isAnimated(el)) return JSON_OF({ why: "moving" });
        remember(nid, el);
        return JSON_OF(place(el, scrolled));
      });
    });
  }
  function refusal(el) {
    if (!drawn(el)) return { why: "hidden" };
    if (isDisabled(el)) return { why: "disabled" };
    return null;
  }
  function drawn(el) {
    if (!isShown(el)) {
      if (styleOf(el).display !== "contents" || !isRendered(flatParent(el) ?? el)) return false;
    }
    const box = boxOf(el);
    return box.width > 0 && box.height > 0;
  }
  function isDisabled(el) {
    if (el.matches(":disabled")) return true;
    for (let up = el; up; up = flatParent(up)) {
      if (attr(up, "aria-disabled") === "true" || up.hasAttribute("inert")) return true;
    }
    return false;
  }
  function boxOf(el) {
    const rect = rectOf(el);
    if (rect.width && rect.height) return rect;
    const inner = new Range();
    inner.selectNodeContents(shadowOf(el) ?? el);
    return inner.getBoundingClientRect();
  }
  var same = (a, b) => Math.abs(a.x - b.x) < 0.5 && Math.abs(a.y - b.y) < 0.5 && Math.abs(a.width - b.width) < 0.5 && Math.abs(a.height - b.height) < 0.5;
  function bringIntoView(el) {
    if (middleInView(el)) return false;
    const target = rectOf(el).width ? el : el.firstElementChild ?? el;
    target.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
    return true;
  }
  function middleInView(el) {
    const box = boxOf(el);
    let x = box.x + box.width / 2;
    let y = box.y + box.height / 2;
    if (box.width > innerWidth) x = Math.min(Math.max(x, 0), innerWidth - 1);
    if (box.height > innerHeight) y = Math.min(Math.max(y, 0), innerHeight - 1);
    if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return false;
    for (let up = flatParent(el); up && up !== document.documentElement && up !== document.body; up = flatParent(up)) {
      if (up.scrollHeight <= up.clientHeight && up.scrollWidth <= up.clientWidth) continue;
      const around2 = rectOf(up);
      if (styleOf(up).overflowY === "visible") continue;
      const tall = box.height > around2.height;
      const wide = box.width > around2.width;
      if (!tall && (y < around2.top || y > around2.bottom)) return false;
      if (!wide && (x < around2.left || x > around2.right)) return false;
    }
    return true;
  }
  var rested = /* @__PURE__ */ new Map();
  var RESTS_MS = 30;
  function remember(nid, el) {
    if (rested.size > 500) rested.clear();
    rested.set(nid, { box: boxOf(el), at: performance.now() });
  }
  function rests(el, nid) {
    if (isAnimated(el)) return false;
    const box = boxOf(el);
    const seen = rested.get(nid) ?? observed(el);
    if (!seen || performance.now() - seen.at < RESTS_MS || !same(seen.box, box)) return false;
    remember(nid, el);
    return true;
  }
  function observed(el) {
    const rec = recOf(el);
    return rec?.known && rec.measured ? { box: rec, at: rec.restsSince } : null;
  }
  function isAnimated(el) {
    const root2 = rootOf(el);
    const running = [...document.getAnimations(), ...root2 !== document && "getAnimations" in root2 ? root2.getAnimations() : []];
    return running.some((animation) => {
      const effect = animation.effect;
      const target = effect?.target;
      if (!target || animation.playState !== "running" || !around(target, el)) return false;
      return effect.getKeyframes().some((frame2) => MOVES.some((property) => property in frame2));
    });
  }
  var MOVES = [
    "transform",
    "translate",
    "scale",
    "rotate",
    "top",
    "left",
    "right",
    "bottom",
    "width",
    "height",
    "marginTop",
    "marginLeft",
    "margin",
    "maxHeight",
    "inset",
    "offsetDistance",
    "insetInlineStart",
    "insetBlockStart",
    "minHeight",
    "padding",
    "fontSize",
    "flexBasis"
  ];
  function around(target, el) {
    for (let up = el; up; up = flatParent(up)) if (up === target) return true;
    return false;
  }
  function place(el, scrolled) {
    let covering = null;
    let inView = false;
    for (const point of pointsOf(el)) {
      if (point.x < 0 || point.y < 0 || point.x >= innerWidth || point.y >= innerHeight) continue;
      inView = true;
      const hit2 = deepHit(point.x, point.y);
      if (hit2 && receives(el, hit2)) {
        const { x, y, width, height } = boxOf(el);
        return { why: "ready", x: point.x, y: point.y, box: [x, y, width, height], leads_to: leadsTo(el), scrolled };
      }
      covering ??= hit2;
    }
    if (!inView) return { why: "out_of_view" };
    return { why: "covered", by: covering ? describe2(covering, el) : "nothing that takes a press" };
  }
  function pointsOf(el) {
    let pieces = [...rectsOf(el)].filter((rect) => rect.width > 0 && rect.height > 0);
    if (!pieces.length) pieces = [boxOf(el)];
    pieces = pieces.slice(0, 8).map(clip).filter((piece) => piece.width > 0 && piece.height > 0);
    const points = [];
    for (const [fx, fy] of PLACES) for (const { x, y, width, height } of pieces) points.push({ x: x + width * fx, y: y + height * fy });
    return points;
  }
  var PLACES = [[0.5, 0.5], [0.25, 0.5], [0.75, 0.5], [0.5, 0.25], [0.5, 0.75], [0.1, 0.1], [0.9, 0.9]];
  function clip({ x, y, width, height }) {
    const right2 = Math.min(x + width, innerWidth);
    const bottom2 = Math.min(y + height, innerHeight);
    const left3 = Math.max(x, 0);
    const top2 = Math.max(y, 0);
    return { x: left3, y: top2, width: right2 - left3, height: bottom2 - top2 };
  }
  function deepHit(x, y) {
    let hit2 = document.elementFromPoint(x, y);
    for (let depth = 0; hit2 && depth < 50; depth++) {
      const inner = shadowOf(hit2)?.elementFromPoint(x, y) ?? null;
      if (!inner || inner === hit2) break;
      hit2 = inner;
    }
    return hit2;
  }
  function receives(el, hit2) {
    for (let up = hit2; up; up = flatParent(up)) {
      if (up === el) return true;
      if (tagOf(up) === "label" && up.control === el) return true;
    }
    const root2 = rootOf(el);
    return root2.nodeType === 11 && !shadowOf(root2.host) && contains(root2.host, hit2);
  }
  function describe2(hit2, el) {
    if (around(hit2, el)) return tagOf(hit2);
    for (let up = hit2, steps = 0; up && steps < 6 && !around(up, el); up = flatParent(up), steps++) {
      const has = attributesOf(up);
      const role2 = roleOf(up, has);
      const name = role2 ? nameOf(up, role2, has).name || (role2 === "dialog" ? fold(up.textContent ?? "").slice(0, 60) : "") : "";
      if (role2 && name) return `${role2} "${name}"`;
    }
    const text = fold(hit2.textContent ?? "");
    return text && text.length <= 60 ? `text "${text}"` : tagOf(hit2) + (hit2.id ? `#${hit2.id}` : "");
  }
  function leadsTo(el) {
    for (let up = el; up; up = flatParent(up)) {
      const tag = tagOf(up);
      if (tag === "a" || tag === "area") {
        const href = up.href;
        const url = typeof href === "string" ? href : href?.baseVal ?? "";
        if (url) return { url: new URL(url, document.baseURI).href, method: "GET" };
      }
      if (tag === "button" || tag === "input") {
        const button = up;
        if ((button.type === "submit" || button.type === "image") && button.form) return submits(button.form, button);
        return null;
      }
      if (tag === "label" && up.control && up.control !== el) return leadsTo(up.control);
    }
    return null;
  }
  var formAction = Object.getOwnPropertyDescriptor(HTMLFormElement.prototype, "action").get;
  var formMethod = Object.getOwnPropertyDescriptor(HTMLFormElement.prototype, "method").get;
  function submits(form, button) {
    const url = button.hasAttribute("formaction") ? button.formAction : formAction.call(form);
    const method = button.hasAttribute("formmethod") ? button.formMethod : formMethod.call(form);
    return { url, method: method.toUpperCase() };
  }
  function frame() {
    return new Promise((resolve) => {
      const late = setTimeout(resolve, 100);
      requestAnimationFrame(() => {
        clearTimeout(late);
        resolve();
      });
    });
  }
  var twoFrames = () => frame();
  async function still(frames2, limitMs = 500) {
    const until = performance.now() + limitMs;
    let quiet = 0;
    drain();
    let seen = noticed;
    while (quiet < frames2 && performance.now() < until) {
      await frame();
      drain();
      quiet = noticed === seen ? quiet + 1 : 0;
      seen = noticed;
    }
    return JSON.stringify({ still: quiet >= frames2, version: noticed });
  }

  // src/input.ts
  function prepareType(nid, clear) {
    const el = elementOf(nid);
    if (!el) return JSON.stringify({ focused: false, editable: false, secure: false });
    const target = typedInto(el);
    target.focus({ preventScroll: true });
    if (clear) selectAll(target);
    else toEnd(target);
    return JSON.stringify({ focused: hasFocus(target), editable: isEditable(target) || target.isContentEditable, secure: isSecure(target) });
  }
  function typedInto(el) {
    if (isEditable(el) || el.isContentEditable) return el;
    const fields2 = "input:not([type=hidden]),textarea,[contenteditable]:not([contenteditable=false])";
    if (tagOf(el) === "label" && el.control) return el.control;
    return (shadowOf(el) ?? el).querySelector(fields2) ?? el;
  }
  function hasFocus(el) {
    return rootOf(el).activeElement === el;
  }
  function selectAll(el) {
    if (isField(el)) return el.select();
    const range2 = document.createRange();
    range2.selectNodeContents(el);
    const selection = getSelection();
    selection?.removeAllRanges();
    selection?.addRange(range2);
  }
  function toEnd(el) {
    if (isField(el)) {
      try {
        el.setSelectionRange(el.value.length, el.value.length);
      } catch {
      }
      return;
    }
    selectAll(el);
    getSelection()?.collapseToEnd();
  }
  var isField = (el) => tagOf(el) === "input" || tagOf(el) === "textarea";
  function select(nid, labels) {
    const el = elementOf(nid);
    if (!el || tagOf(el) !== "select") return JSON.stringify({ done: false, missing: labels, disabled: [], chosen: [] });
    const list2 = el;
    const options = [...list2.options];
    const wanted = labels.map((label) => options.find((option) => optionLabel(option) === fold(label)));
    const missing = labels.filter((_, at) => !wanted[at]);
    const disabled = labels.filter((_, at) => wanted[at] && isOff(wanted[at], list2));
    if (!missing.length && !disabled.length && (list2.multiple || wanted.length === 1)) choose(list2, wanted);
    const chosen = [...list2.selectedOptions].map(optionLabel);
    return JSON.stringify({ done: labels.length === chosen.length && labels.every((label) => chosen.includes(fold(label))), missing, disabled, chosen });
  }
  var isOff = (option, list2) => option.matches(":disabled") || list2.matches(":disabled");
  function choose(list2, wanted) {
    list2.focus({ preventScroll: true });
    const before = [...list2.selectedOptions];
    if (list2.multiple) for (const option of list2.options) option.selected = wanted.includes(option);
    else wanted[0].selected = true;
    const after = [...list2.selectedOptions];
    if (before.length === after.length && before.every((option, at) => option === after[at])) return;
    list2.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
    list2.dispatchEvent(new Event("change", { bubbles: true }));
  }
  function valueOf2(nid) {
    const el = elementOf(nid);
    if (!el) return JSON.stringify({ value: null, secure: false });
    const secure2 = isSecure(el);
    return JSON.stringify({ value: secure2 ? null : valueOf(el, roleOf(el)), secure: secure2 });
  }

  // src/press.ts
  var last2 = null;
  var count = 0;
  var TYPES = ["pointerdown", "pointerup", "click", "dblclick", "contextmenu", "auxclick", "keydown", "beforeinput", "drop", "wheel"];
  function listenForPresses() {
    for (const type of TYPES) addEventListener(type, remember2, { capture: true, passive: true });
  }
  function remember2(event) {
    if (!event.isTrusted) return;
    const target = event.composedPath()[0];
    const at = event;
    last2 = {
      count: ++count,
      type: event.type,
      el: target instanceof Node ? isElement(target) ? target : target.parentElement : null,
      x: at.clientX ?? 0,
      y: at.clientY ?? 0,
      trusted: event.isTrusted,
      t: performance.now()
    };
  }
  function lastPress() {
    if (!last2) return "null";
    const { el, ...rest } = last2;
    const path = el ? listedAround(el).map((rec) => rec.nid) : [];
    return JSON.stringify({ ...rest, nid: el ? nidOf(el) : 0, listed: path[0] ?? 0, path });
  }

  // src/geometry.ts
  function styleOfBox(el) {
    const style = styleOf(el);
    return style.overflowX === "visible" && style.overflowY === "visible" ? "visible" : "clipped";
  }
  function contentBox(el) {
    const rect = rectOf(el);
    const style = styleOf(el);
    const scaleX = el.offsetWidth ? rect.width / el.offsetWidth : 1;
    const scaleY = el.offsetHeight ? rect.height / el.offsetHeight : 1;
    const left3 = (el.clientLeft + parseFloat(style.paddingLeft)) * scaleX;
    const top2 = (el.clientTop + parseFloat(style.paddingTop)) * scaleY;
    const right2 = (el.offsetWidth - el.clientLeft - el.clientWidth + parseFloat(style.paddingRight)) * scaleX;
    const bottom2 = (el.offsetHeight - el.clientTop - el.clientHeight + parseFloat(style.paddingBottom)) * scaleY;
    return [rect.x + left3, rect.y + top2, Math.max(0, rect.width - left3 - right2), Math.max(0, rect.height - top2 - bottom2)].map(
      (value) => Math.round(value * 100) / 100
    );
  }

  // src/boxes.ts
  var round2 = (value) => Math.round(value * 100) / 100;
  var left2 = 0;
  var top = 0;
  var right = 0;
  var bottom = 0;
  var now = 0;
  function measure(root2) {
    now = performance.now();
    const width = innerWidth;
    const height = innerHeight;
    left2 = -width;
    top = -height;
    right = 2 * width;
    bottom = 2 * height;
    measureOne(root2, false);
    measureKids(root2);
  }
  function sideOf(rec) {
    if (rec.toY < top) return 1 /* Above */;
    if (rec.fromY > bottom) return 2 /* Below */;
    if (rec.toX < left2) return 3 /* Left */;
    if (rec.fromX > right) return 4 /* Right */;
    return 0 /* Near */;
  }
  var movedX = 0;
  var movedY = 0;
  function measureOne(rec, clipped) {
    if (!rec.rendered) return noBox(rec);
    const rect = rectOf(rec.el);
    let { width, height } = rect;
    let x = rect.x;
    let y = rect.y;
    let hides = clipped;
    if ((width === 0 || height === 0) && rec.rendered && rec.el.firstChild) {
      if (styleOfBox(rec.el) === "visible") {
        const inner = contentRect(rec.el);
        if (inner.width && inner.height) ({ x, y, width, height } = inner);
      } else hides = true;
    }
    if (width === 0 && height === 0) {
      rec.clipped = hides;
      return noBox(rec);
    }
    x = round2(x);
    y = round2(y);
    width = round2(width);
    height = round2(height);
    movedX = rec.known ? x - rec.x : 0;
    movedY = rec.known ? y - rec.y : 0;
    if (!rec.known || movedX || movedY || width !== rec.width || height !== rec.height) {
      rec.boxed = true;
      rec.restsSince = now;
    }
    if (hides !== rec.clipped) {
      rec.clipped = hides;
      rec.exact = true;
      rec.boxed = true;
    }
    rec.x = x;
    rec.y = y;
    rec.width = width;
    rec.height = height;
    rec.known = true;
    rec.shifted = false;
    reach2(rec);
    const measured = y + height >= top && y <= bottom && x + width >= left2 && x <= right;
    if (measured !== rec.measured) {
      rec.measured = measured;
      rec.boxed = true;
    }
    return sideOf(rec);
  }
  function reach2(rec) {
    rec.fromX = Math.min(rec.x, rec.fromX + movedX);
    rec.fromY = Math.min(rec.y, rec.fromY + movedY);
    rec.toX = Math.max(rec.x + rec.width, rec.toX + movedX);
    rec.toY = Math.max(rec.y + rec.height, rec.toY + movedY);
  }
  function reachAnew(rec) {
    rec.fromX = rec.x;
    rec.fromY = rec.y;
    rec.toX = rec.x + rec.width;
    rec.toY = rec.y + rec.height;
    for (const kid of rec.kids) {
      if (!kid.rendered) continue;
      rec.fromX = Math.min(rec.fromX, kid.fromX);
      rec.fromY = Math.min(rec.fromY, kid.fromY);
      rec.toX = Math.max(rec.toX, kid.toX);
      rec.toY = Math.max(rec.toY, kid.toY);
    }
  }
  function noBox(rec) {
    movedX = movedY = 0;
    if (!rec.known || rec.measured || rec.x || rec.y || rec.width || rec.height) rec.boxed = true;
    rec.x = rec.y = rec.width = rec.height = 0;
    rec.known = true;
    rec.measured = rec.shifted = false;
    rec.fromX = rec.fromY = rec.toX = rec.toY = 0;
    return 0 /* Near */;
  }
  var range = new Range();
  function contentRect(el) {
    range.selectNodeContents(shadowOf(el) ?? el);
    const rect = range.getBoundingClientRect();
    range.detach();
    return rect;
  }
  function measureKids(rec) {
    const kids = rec.kids;
    const count2 = kids.length;
    let measuredInside = false;
    let at = 0;
    while (at < count2) {
      const kid = kids[at];
      const side = measureOne(kid, rec.clipped);
      if (side === 0 /* Near */ || kid.exact || kid.loose) {
        measureKids(kid);
        kid.exact = false;
        measuredInside ||= kid.measured || kid.measuredInside;
        at++;
        continue;
      }
      const dx = movedX;
      const dy = movedY;
      shiftKids(kid, dx, dy);
      at = gallop(kids, at, side, dx, dy);
    }
    rec.measuredInside = measuredInside;
    reachAnew(rec);
  }
  function gallop(kids, from, side, dx, dy) {
    let at = from + 1;
    let step = 4;
    while (at + step < kids.length) {
      const until = at + step;
      for (let between = at; between <= until; between++) {
        const kid = kids[between];
        if (kid.exact || !kid.known || kid.outOfFlow || kid.loose || sideOf(kid) === 0 /* Near */) return at;
      }
      const end = kids[until];
      const before = { x: end.x, y: end.y, width: end.width, height: end.height, measured: end.measured, boxed: end.boxed };
      if (measureOne(end, end.parent.clipped) !== side || movedX !== dx || movedY !== dy) {
        Object.assign(end, before);
        return at;
      }
      shiftKids(end, dx, dy);
      for (let between = at; between < until; between++) shift(kids[between], dx, dy);
      at = until + 1;
      step *= 2;
    }
    return at;
  }
  function shift(rec, dx, dy) {
    if (!rec.rendered) return;
    rec.fromX += dx;
    rec.fromY += dy;
    rec.toX += dx;
    rec.toY += dy;
    if (rec.width === 0 && rec.height === 0) return shiftKids(rec, dx, dy);
    if (dx === 0 && dy === 0 && !rec.measured && !rec.measuredInside) return;
    if (dx !== 0 || dy !== 0 || rec.measured) {
      rec.x += dx;
      rec.y += dy;
      rec.measured = false;
      rec.shifted = true;
      rec.dx = dx;
      rec.dy = dy;
    }
    shiftKids(rec, dx, dy);
  }
  function shiftKids(rec, dx, dy) {
    if (dx === 0 && dy === 0 && !rec.measuredInside) return;
    for (const kid of rec.kids) shift(kid, dx, dy);
    rec.measuredInside = false;
  }

  // src/wire.ts
  var FORMAT = 1;
  var version = 0;
  var order = [];
  function observe(since) {
    const began = performance.now();
    const whole = since === 0 || since !== version;
    drain();
    left.length = 0;
    refresh(refreshSheets());
    const root2 = rootRec();
    if (root2) measure(root2);
    newRound();
    const report = write(root2, whole);
    report.push(`"took_ms":${(performance.now() - began).toFixed(1)}}`);
    return report.join("");
  }
  function write(root2, whole) {
    const since = whole ? 0 : version;
    version++;
    const before = whole ? [] : order;
    if (whole || structureChanged()) {
      order = [];
      if (root2) list(root2, 0);
    }
    structureTold();
    const gone = whole ? [] : goneOf();
    const parts = [];
    const boxes = [];
    const shifts = [];
    collect2(whole, parts, boxes, shifts);
    const out = [`{"format":${FORMAT},"version":${version},"since":${since},"document":${documentJson()},"elements":[`, parts.join(","), "],"];
    if (gone.length) out.push(`"gone":[${gone.join(",")}],`);
    const splice = before === order ? null : spliceOf(before, order);
    if (splice) out.push(`"order":[${splice.join(",")}],`);
    if (boxes.length) out.push(`"boxes":[${boxes.join(",")}],`);
    if (shifts.length) out.push(`"shifts":[${shifts.join(",")}],`);
    out.push(`"frames":${JSON.stringify(frames())},"unreadable":${JSON.stringify(surfaces())},"suspects":[${suspectsNow().join(",")}],`);
    return out;
  }
  function list(rec, up) {
    if (rec.listed) {
      if (rec.up !== up) {
        rec.up = up;
        rec.changed = true;
      }
      order.push(rec);
      up = rec.nid;
    }
    for (const kid of rec.kids) list(kid, up);
  }
  function goneOf() {
    const gone = [];
    for (const rec of left) {
      if (!rec.sent || rec.listed) continue;
      rec.sent = false;
      gone.push(rec.nid);
    }
    return gone;
  }
  function collect2(whole, parts, boxes, shifts) {
    let from = -1;
    let dx = 0;
    let dy = 0;
    const close = (to) => {
      if (from >= 0) shifts.push(from, to, dx, dy);
      from = -1;
    };
    for (let at = 0; at < order.length; at++) {
      const rec = order[at];
      const differs = rec.changed || rec.boxed ? retold(rec) : false;
      if (whole || differs || !rec.sent) {
        parts.push(json(rec));
        close(at);
      } else if (rec.boxed) {
        boxes.push(`${rec.nid},${rec.x},${rec.y},${rec.width},${rec.height},${rec.measured ? 1 : 0}`);
        close(at);
      } else if (rec.shifted) {
        if (from >= 0 && (rec.dx !== dx || rec.dy !== dy)) close(at);
        if (from < 0) {
          from = at;
          dx = rec.dx;
          dy = rec.dy;
        }
      } else close(at);
      rec.sent = true;
      rec.changed = rec.boxed = rec.shifted = false;
    }
    close(order.length);
  }
  function retold(rec) {
    const bits = rec.states | (isVisible(rec) ? S.VISIBLE : 0);
    const head = `${rec.up},${JSON.stringify(rec.role ?? fallbackRole(rec))},${JSON.stringify(rec.name)},${JSON.stringify(rec.text)}`;
    const tail = tailOf(rec);
    if (head === rec.head && tail === rec.tail && bits === rec.bits) return false;
    rec.head = head;
    rec.tail = tail;
    rec.bits = bits;
    return true;
  }
  var fallbackRole = (rec) => rec.text !== "" ? "text" : "generic";
  function isVisible(rec) {
    if (!rec.shown || rec.clipped || rec.width <= 0 || rec.height <= 0) return false;
    if (rec.states & S.CONTROL) return true;
    return rec.opaque && !(rec.width <= 1 && rec.height <= 1);
  }
  function tailOf(rec) {
    const fields2 = [rec.value, rec.description || null, rec.id, rec.options?.length ? rec.options : null, rec.level || null, rec.cell];
    while (fields2.length && fields2[fields2.length - 1] === null) fields2.pop();
    return fields2.length ? `,${JSON.stringify(fields2).slice(1, -1)}` : "";
  }
  var json = (rec) => `[${rec.nid},${rec.head},${rec.bits | (rec.measured ? S.MEASURED : 0)},${rec.x},${rec.y},${rec.width},${rec.height}${rec.tail}]`;
  function spliceOf(before, now2) {
    const shorter = Math.min(before.length, now2.length);
    let same2 = 0;
    while (same2 < shorter && before[same2] === now2[same2]) same2++;
    let end = 0;
    while (end < shorter - same2 && before[before.length - 1 - end] === now2[now2.length - 1 - end]) end++;
    if (same2 === before.length && same2 === now2.length) return null;
    const splice = [same2, before.length - same2 - end];
    for (let at = same2; at < now2.length - end; at++) splice.push(now2[at].nid);
    return splice;
  }
  function documentJson() {
    const focus = focusedElement();
    return JSON.stringify({
      url: location.href.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, "$1"),
      title: document.title,
      name: window.name,
      width: innerWidth,
      height: innerHeight,
      scale: devicePixelRatio,
      focus: focus && recOf(focus)?.nid || 0,
      build: attr(document.querySelector('meta[name="build"]') ?? document.documentElement ?? document.createElement("i"), "content") ?? ""
    });
  }
  function frames() {
    return order.filter((rec) => rec.tag === "iframe" || rec.tag === "frame").map((rec) => ({
      nid: rec.nid,
      box: contentBox(rec.el),
      name: attr(rec.el, "name") ?? attr(rec.el, "id") ?? "",
      src: rec.el.src ?? ""
    }));
  }
  var OPAQUE = /* @__PURE__ */ new Set(["embed", "object"]);
  function surfaces() {
    return order.filter((rec) => rec.tag === "canvas" || OPAQUE.has(rec.tag)).map((rec) => ({
      kind: rec.tag === "canvas" ? "canvas" : "opaque",
      nid: rec.nid,
      name: rec.name || (attr(rec.el, "type") ?? rec.tag)
    }));
  }

  // src/index.ts
  function adoptRoot(host, root2) {
    if (!host || !root2 || root2.nodeType !== 11) return false;
    adopt(host, root2);
    const rec = recOf(host);
    if (rec) rec.dirty |= 15 /* All */ | 16 /* Tree */;
    touch(host);
    return true;
  }
  function hit(x, y) {
    const el = deepHit(x, y);
    const path = el ? listedAround(el).map((rec) => rec.nid) : [];
    return JSON.stringify({ nid: el ? nidOf(el) : 0, listed: path[0] ?? 0, path });
  }
  function explain(el) {
    drain();
    refreshSheets();
    const has = attributesOf(el);
    const role2 = roleOf(el, has);
    const named = nameOf(el, role2, has);
    return JSON.stringify({ role: role2, name: named.name, source: named.source, description: descriptionOf(el, role2, has, named).description });
  }
  var api = {
    format: 1,
    observe,
    actionable,
    node: elementOf,
    nidOf,
    prepareType,
    select,
    valueOf: valueOf2,
    hit,
    still,
    adoptRoot,
    lastPress,
    explain,
    changes: () => noticed
  };
  if (!globalThis.__baton) {
    Object.defineProperty(globalThis, "__baton", { value: Object.freeze(api) });
    listenForPresses();
    observeRoot(document);
    listen();
  }
})();
