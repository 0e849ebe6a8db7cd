// A page that never comes to rest: text, nodes, sizes and places change at every frame and every few milliseconds.
const stage = document.getElementById("stage");
const said = document.getElementById("said");
const ticker = document.getElementById("ticker");
const swarm = document.getElementById("swarm");
const wanderer = document.getElementById("wanderer");
let frames = 0;

stage.addEventListener("click", (event) => {
  const name = event.target.closest("button")?.textContent;
  if (name) said.textContent = `${name} pressed`;
});

function frame(now) {
  frames += 1;
  ticker.textContent = `Frame ${frames}`;
  wanderer.style.left = `${200 + 180 * Math.sin(now / 400)}px`;
  wanderer.style.top = `${30 + 25 * Math.cos(now / 300)}px`;
  requestAnimationFrame(frame);
}
requestAnimationFrame(frame);

setInterval(() => {
  const item = document.createElement("li");
  item.textContent = `Item ${frames}`;
  swarm.append(item);
  if (swarm.children.length > 12) swarm.firstElementChild.remove();
  swarm.dataset.turn = String(frames);
}, 15);
setInterval(() => fetch("/modern/api/items?page=1&delay_ms=50"), 250);
