// Names and values in other scripts and directions.
import { button, card, el, field, row } from "/modern/assets/dom.js";

export function mount(stage, { say }) {
  const japanese = el("input", { oninput: (e) => say(`お名前: ${e.target.value}`) });
  const arabic = el("input", { oninput: (e) => say(`الاسم: ${e.target.value}`) });
  const hebrew = el("input", { oninput: (e) => say(`עיר: ${e.target.value}`) });
  stage.append(
    el(
      "div",
      { lang: "ja" },
      card(
        "日本語",
        el("p", {}, "会員番号を入力して、検索してください。"),
        row(
          field("お名前", japanese),
          button("検索", () => say(`検索しました：${japanese.value}`)),
          button("キャンセル", () => say("キャンセルしました"), { class: "plain" }),
        ),
        el("p", { style: "writing-mode:vertical-rl;height:7em" }, "縦書きの文章です。"),
      ),
    ),
    el(
      "div",
      { lang: "ar", dir: "rtl" },
      card(
        "العربية",
        el("p", {}, "أدخل رقم العضو 10003 ثم اضغط بحث."),
        row(
          field("الاسم", arabic),
          button("بحث", () => say(`تم البحث: ${arabic.value}`)),
        ),
      ),
    ),
    el(
      "div",
      { lang: "he", dir: "rtl" },
      card(
        "עברית",
        row(
          field("עיר", hebrew),
          button("שמירה", () => say(`נשמר: ${hebrew.value}`)),
        ),
      ),
    ),
    card(
      "Mixed",
      el("p", {}, "Order 42 for ", el("bdi", {}, "شركة النور"), " and 株式会社テスト, naïve café, 👩‍👩‍👧 and e\u0301."),
      row(button("Ünïcödé 日本 عربي", () => say("Mixed button pressed"))),
    ),
  );
}
