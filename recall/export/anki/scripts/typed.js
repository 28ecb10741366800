// A line to type the answer on. It is compared as recall compares it: compatibility forms and case
// folded; spaces, hyphens and dashes removed.

function folded(text) {
  if (text.normalize) text = text.normalize("NFKC");
  // ß is the one letter of Latin script that case folding, unlike lower case, makes longer.
  text = text.toLowerCase().replace(/ß/g, "ss");
  return text.replace(/[\s\-\u2010-\u2015\u2212\ufe58\ufe63\uff0d_]+/g, "");
}

function accepts(forms, text) {
  return forms.some(function (form) { return folded(form) === folded(text); });
}

function typed(root) {
  var id = root.getAttribute("data-id"), back = root.getAttribute("data-side") === "back";
  var place = root.querySelector(".line"), forms = [];
  var items = root.querySelectorAll(".accepted li");
  for (var i = 0; i < items.length; i++) forms.push(items[i].textContent);
  if (!place) return;
  if (back) {
    var text = load("typed:" + id) || "";
    if (!folded(text)) return;
    var right = accepts(forms, text);
    place.className += right ? " verdict right" : " verdict wrong";
    place.innerHTML = '<span class="sign">' + (right ? "✓" : "✗") + "</span> " + escapeHtml(text);
    return;
  }
  save("typed:" + id, "");
  var input = document.createElement("input");
  input.className = "answer-line";
  input.setAttribute("autocomplete", "off");
  input.setAttribute("autocapitalize", "off");
  input.setAttribute("spellcheck", "false");
  shield(input);
  input.addEventListener("input", function () { save("typed:" + id, input.value); });
  input.addEventListener("keydown", function (event) {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    flip();
  });
  place.appendChild(input);
  focusSoon(input);
}

// On a phone the keyboard would hide the question.
function focusSoon(input) {
  if ("ontouchstart" in window) return;
  setTimeout(function () { input.focus(); }, 50);
}

var root = rootOf();
if (root) {
  typed(root);
  languages(root);
}
