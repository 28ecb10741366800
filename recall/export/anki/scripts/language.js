// A card in several languages shows one of them, and a button to change it. Without this script
// they stand one under the other.

function languagesOf(root) {
  var parts = root.querySelectorAll(".in"), found = [];
  for (var i = 0; i < parts.length; i++) {
    var lang = parts[i].getAttribute("lang");
    if (found.indexOf(lang) < 0) found.push(lang);
  }
  return found;
}

function showLanguage(root, lang) {
  var parts = root.querySelectorAll(".in");
  for (var i = 0; i < parts.length; i++) {
    parts[i].style.display = parts[i].getAttribute("lang") === lang ? "" : "none";
  }
  root.setAttribute("lang", lang);
}

function chosenLanguage(found) {
  var store = memory("localStorage"), kept = load("lang");
  try {
    kept = (store && store.getItem("recall:lang")) || kept;
  } catch (error) {
    kept = kept || found[0];
  }
  return found.indexOf(kept) < 0 ? found[0] : kept;
}

function languages(root, changed) {
  var found = languagesOf(root);
  if (found.length < 2) return;
  showLanguage(root, chosenLanguage(found));
  var button = document.createElement("button");
  button.type = "button";
  button.className = "toggle";
  function label() {
    var now = root.getAttribute("lang");
    var next = found[(found.indexOf(now) + 1) % found.length];
    button.textContent = { en: "English", zh: "中文" }[next] || next;
    button.setAttribute("lang", next);
  }
  button.addEventListener("click", function (event) {
    event.stopPropagation();
    var next = button.getAttribute("lang"), store = memory("localStorage");
    save("lang", next);
    try {
      if (store) store.setItem("recall:lang", next);
    } finally {
      showLanguage(root, next);
      label();
      if (changed) changed();
    }
  });
  label();
  root.insertBefore(button, root.firstChild);
}
