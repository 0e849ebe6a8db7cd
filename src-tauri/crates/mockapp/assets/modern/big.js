// The served table comes to life: one listener for all its controls, and a button that changes one row.
const said = document.getElementById("said");
const stage = document.getElementById("stage");
let changes = 0;

stage.addEventListener("click", (event) => {
  const name = event.target.closest("button")?.textContent;
  if (!name) return;
  if (name === "Change one row") changeOne();
  else said.textContent = `${name} pressed`;
});
stage.addEventListener("change", (event) => {
  const { type, checked, value } = event.target;
  const name = event.target.getAttribute("aria-label");
  said.textContent = type === "checkbox" ? `${name} ${checked ? "checked" : "unchecked"}` : `${name}: ${value}`;
});

function changeOne() {
  const rows = stage.querySelectorAll("tbody tr");
  const row = rows[Math.floor(rows.length / 2)];
  changes += 1;
  row.cells[1].textContent = `Changed ${changes}`;
  said.textContent = `Row ${row.cells[0].textContent} changed ${changes} times`;
}
