// Options: mixed anew each day, and clickable. The back shows them in the same order, with what was
// chosen on the front.

function mixed(list, id, day) {
  var items = [];
  for (var i = 0; i < list.children.length; i++) items.push(list.children[i]);
  order(id, day, items.length).forEach(function (place) { list.appendChild(items[place]); });
}

function numberOf(item) {
  return Number(item.getAttribute("data-i"));
}

function choose(list, id) {
  var many = /\bseveral\b/.test(list.className);
  function toggle(item) {
    var picked = !/\bpicked\b/.test(item.className), chosen = [];
    for (var i = 0; i < list.children.length; i++) {
      var other = list.children[i];
      if (other === item ? !picked : !many) other.className = other.className.replace(/ ?\bpicked\b/, "");
      if (other === item && picked) other.className += " picked";
      if (/\bpicked\b/.test(other.className)) chosen.push(numberOf(other));
      other.setAttribute("aria-pressed", /\bpicked\b/.test(other.className));
    }
    save("chosen:" + id, chosen);
  }
  save("chosen:" + id, []);
  Array.prototype.forEach.call(list.children, function (item) {
    item.setAttribute("role", "button");
    item.className += " open";
    item.addEventListener("click", function () { toggle(item); });
  });
}

function showChosen(list, id) {
  var chosen = load("chosen:" + id) || [];
  Array.prototype.forEach.call(list.children, function (item) {
    if (chosen.indexOf(numberOf(item)) >= 0) item.className += " picked";
  });
}

function choice(root) {
  var id = root.getAttribute("data-id"), back = root.getAttribute("data-side") === "back";
  var list = root.querySelector(".options");
  if (!list) return;
  if (!/\bfixed\b/.test(list.className)) mixed(list, id, dayFor(id, back));
  if (back) showChosen(list, id);
  else choose(list, id);
}

var root = rootOf();
if (root) {
  choice(root);
  languages(root);
}
