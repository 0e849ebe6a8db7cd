// Random but seeded changes to a page, as hostile as pages are. `mutate(seed, count)` answers what was done, for the failure's message.
(() => {
  let state = 1;
  const below = (n) => {
    state ^= state << 13; state ^= state >>> 17; state ^= state << 5;
    return (state >>> 0) % n;
  };
  const pick = (list) => list[below(list.length)];
  const roots = () => {
    const found = [document];
    for (let at = 0; at < found.length; at++) for (const el of found[at].querySelectorAll("*")) if (el.shadowRoot) found.push(el.shadowRoot);
    return found;
  };
  const any = (selector) => {
    const root = pick(roots());
    const all = [...root.querySelectorAll(selector)].filter((el) => !el.closest("head"));
    return all.length ? pick(all) : null;
  };
  const BITS = [
    "<p>para <b>bold</b> end</p>", "<button>Press <i>it</i></button>", "<label>Lab <input></label>", "<span>loose</span>", "text only",
    "<ul><li>one<li>two</ul>", "<a href='#x'>link</a>", "<input type=checkbox title=tick>", "<select><option>a<option>b</select>", "<div class=a><span class=b>x</span></div>",
    "<h2>Head</h2>", "<img alt=pic src='data:,'>", "<div role=group aria-label=G><span>in</span></div>", "<x-one>light</x-one>", "<table><tr><th>h<td>d</table>",
    "<div hidden><input type=file></div>", "<section aria-labelledby=i3>s</section>", "<textarea>long</textarea>", "<i id=i3>three</i>", "<label for=i2>for two</label>", "<input id=i2>",
  ];
  const fragment = () => document.createRange().createContextualFragment(pick(BITS));
  const ids = ["i1", "i2", "i3", "i4"];
  const words = ["Alpha", "beta gamma", "", "  ", "5"];
  const attributes = [
    ["aria-label", words], ["title", words], ["role", ["button", "none", "group", "list", "alert", "checkbox", "row", "img", "heading"]], ["aria-hidden", ["true", "false"]], ["hidden", [""]],
    ["class", ["a", "b", "c", "off", "red", "wide", "a off", "deep"]], ["id", ids], ["for", ids], ["aria-labelledby", ["i1", "i2 i3", "none"]], ["aria-describedby", ids], ["disabled", [""]],
    ["inert", [""]], ["tabindex", ["0", "-1"]], ["style", ["display:none", "visibility:hidden", "display:block", "color:red", "opacity:0", "position:absolute", "display:contents", "height:0;overflow:hidden"]],
    ["aria-expanded", ["true", "false"]], ["aria-disabled", ["true"]], ["contenteditable", ["true"]], ["aria-owns", ids], ["type", ["checkbox", "text", "password", "button"]], ["placeholder", words],
    ["colspan", ["2", "1"]], ["alt", words], ["aria-checked", ["true", "mixed"]], ["aria-invalid", ["true"]], ["open", [""]], ["slot", ["s", ""]], ["href", ["/x"]], ["scope", ["row"]], ["aria-level", ["3"]], ["value", words], ["label", words], ["onclick", [""]],
    ["data-testid", ["t1", "t2"]],
  ];
  const doing = {
    insert() { const el = any("div,p,ul,td,span,label,section,tbody,x-one,button,li"); el?.insertBefore(fragment(), pick([...el.childNodes, null])); return el; },
    remove() { const el = any("body *"); if (el && el.id !== "root") el.remove(); return el; },
    move() { const el = any("p,li,button,label,input,i,span,tr"); const to = any("div,td,ul,section,x-one"); if (el && to && !el.contains(to)) to.append(el); return el; },
    text() { const el = any("p,b,i,span,button,label,h1,h2,td,th,li,a,option,legend,caption"); const node = el && [...el.childNodes].find((n) => n.nodeType === 3); if (node) node.data = pick(words) + below(9); return el; },
    attribute() { const el = any("body *"); const [name, values] = pick(attributes); el?.setAttribute(name, pick(values)); return el && el.tagName + " " + name + "=" + el.getAttribute(name); },
    unset() { const el = any("body *"); const [name] = pick(attributes); el?.removeAttribute(name); return el && el.tagName + " -" + name; },
    value() { const el = any("input:not([type=file]),textarea"); if (el) el.value = pick(words); return el; },
    check() { const el = any("input[type=checkbox],input[type=radio]"); if (el) el.checked = !el.checked; return el; },
    choose() { const el = any("select"); if (el) el.selectedIndex = below(el.options.length + 1) - 1; return el; },
    focus() { any("button,input,a,select")?.focus(); },
    scroll() { scrollTo(0, below(3000)); },
    inner() { const el = any("div"); if (el) el.scrollTop = below(200); return el; },
    attach() { const el = any("x-one,div:not(#root),section"); if (el && !el.shadowRoot) try { el.attachShadow({ mode: "open" }).append(document.createRange().createContextualFragment("<style>.b{color:red}</style><b>shade</b><slot></slot><slot name=s><i>none</i></slot>")); } catch {} return el; },
    sheet() { const style = document.createElement("style"); style.textContent = pick([".a{display:none}", ".b::before{content:'pre '}", ".c{color:#c00}", ".wide{display:inline-block}", ".a + *{display:none}", ".deep span{display:block}", ".a ~ *{color:red}", ":has(> .off){visibility:hidden}"]); document.head.append(style); },
    rule() { const sheet = pick([...document.styleSheets]); try { sheet?.insertRule(pick([".c{display:none}", ".deep *{color:red}", ".b::after{content:' post'}"]), 0); } catch {} },
    unsheet() { const style = document.head.querySelector("style:nth-of-type(2)"); style?.remove(); },
    open() { const el = any("details"); if (el) el.open = !el.open; return el; },
    modal() { const el = any("dialog"); if (el) try { el.open ? el.close() : el.showModal(); } catch {} return el; },
    row() { const el = any("tbody,table"); const row = document.createElement("tr"); row.innerHTML = "<th>" + below(9) + "<td rowspan=2>r<td>c"; el?.prepend(row); return el; },
    empty() { const el = any("p,span,li,label"); el?.replaceChildren(); return el; },
    whole() { const el = any("ul,section,p"); if (el) el.innerHTML = pick(BITS); return el; },
  };
  const kinds = Object.keys(doing);
  globalThis.mutate = (seed, count) => {
    state = seed | 1;
    const done = [];
    for (let at = 0; at < count; at++) {
      below(7);
      const kind = pick(kinds);
      const what = doing[kind]();
      done.push(kind + (typeof what === "string" ? " " + what : what?.tagName ? " " + what.tagName : ""));
    }
    return done.join("; ");
  };
})();
