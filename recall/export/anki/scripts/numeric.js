// A numeric problem: one of its variants a day, a line to type each number on, and the verdict. If
// anything is missing, the variant that stands on the card stays.

function decode(text) {
  var raw = atob(text.replace(/\s+/g, "")), escaped = "";
  for (var i = 0; i < raw.length; i++) escaped += "%" + ("0" + raw.charCodeAt(i).toString(16)).slice(-2);
  return JSON.parse(decodeURIComponent(escaped));
}

function dataOf(root) {
  var element = root.querySelector(".data");
  try {
    return decode(element.textContent);
  } catch (error) {
    return null;
  }
}

function fill(root, texts) {
  for (var name in texts) {
    if (!own(texts, name)) continue;
    var place = root.querySelector("[data-field=" + name + "]");
    if (place) place.innerHTML = texts[name];
  }
}

function speak(root, verdict, text) {
  var lang = (root.getAttribute("lang") || "en").slice(0, 2).toLowerCase() === "zh" ? 1 : 0;
  function say(key, fields) {
    return WORDS_SAID[key][lang].replace(/\{(\w+)\}/g, function (hole, name) {
      return own(fields, name) ? fields[name] : hole;
    });
  }
  var fields = { typed: text, read: text };
  for (var name in verdict.fields) if (own(verdict.fields, name)) fields[name] = verdict.fields[name];
  if (!fields.unit && verdict.kind === "ask") fields.unit = WORDS_SAID.plain[lang];
  if (!fields.word && verdict.kind === "ask") fields.word = WORDS_SAID["plain-typed"][lang];
  if (verdict.off) fields.off = say(verdict.off[0], { amount: verdict.off[1] });
  if (verdict.say === "slip") fields.message = say(verdict.id, fields);
  if (verdict.say === "mistake") fields.message = "\u0000";
  var spoken = escapeHtml(say(verdict.say, fields)).replace(/`([^`]*)`/g, "<code>$1</code>");
  return spoken.replace("\u0000", verdict.html || "");
}

var SIGNS = { right: "✓", note: "✓", mistake: "✗", wrong: "✗", ask: "?" };

function show(root, place, verdict, text) {
  var name = { note: "right", mistake: "wrong" }[verdict.kind] || verdict.kind;
  place.className = "verdict " + name;
  place.innerHTML = '<span class="sign">' + SIGNS[verdict.kind] + "</span> <span>" + speak(root, verdict, text) + "</span>";
}

// One number that is asked for: `judge` gives the verdict of a text, `again` shows it anew.
function line(root, item, index, context) {
  var blank = item.querySelector(".blank"), place = document.createElement("div");
  item.appendChild(place);
  function judge(text) {
    var last = index === context.parts.length - 1;
    return grade(context.parts[index], last ? context.mistakes : [], context.units[index], text);
  }
  function verdict(text) {
    if (!text.trim()) {
      place.className = "verdict";
      place.innerHTML = "";
      return;
    }
    show(root, place, judge(text), text.trim());
    if (context.back) return;
    var hidden = root.getAttribute("lang");
    if (root.querySelector(".in")) showLanguage(place, hidden);
    typeset(place);
  }
  if (context.back) {
    verdict(context.typed[index] || "");
    return function () { verdict(context.typed[index] || ""); };
  }
  var input = entry(context, index, blank, verdict);
  return function () { if (context.typed[index]) verdict(input.value); };
}

function entry(context, index, blank, verdict) {
  var input = document.createElement("input"), checked = null;
  input.className = "number";
  input.setAttribute("autocomplete", "off");
  input.setAttribute("autocapitalize", "off");
  input.setAttribute("autocorrect", "off");
  input.setAttribute("spellcheck", "false");
  input.setAttribute("enterkeyhint", "done");
  shield(input);
  input.addEventListener("input", function () {
    context.typed[index] = input.value;
    save("typed:" + context.id, context.typed);
    verdict("");
    checked = null;
  });
  function check() {
    verdict(input.value);
    checked = input.value;
  }
  input.addEventListener("keydown", function (event) {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    if (!input.value.trim() || checked === input.value) flip();
    else check();
  });
  input.addEventListener("blur", function () { if (input.value.trim()) check(); });
  blank.parentNode.replaceChild(input, blank);
  return input;
}

function numeric(root) {
  var id = root.getAttribute("data-id"), back = root.getAttribute("data-side") === "back";
  var data = dataOf(root);
  if (!data || !data.inst || !data.inst.length) return null;
  var chosen = data.inst[pick(id, dayFor(id, back), data.inst.length)];
  fill(root, chosen.t);
  var context = {
    id: id, back: back, units: data.units, parts: chosen.p, mistakes: chosen.m,
    typed: (back && load("typed:" + id)) || []
  };
  if (!back) save("typed:" + id, []);
  var items = root.querySelectorAll(".asked > li"), again = [];
  for (var i = 0; i < items.length && i < context.parts.length; i++) {
    again.push(line(root, items[i], i, context));
  }
  var first = root.querySelector("input.number");
  if (first && !("ontouchstart" in window)) setTimeout(function () { first.focus(); }, 50);
  return function () { again.forEach(function (one) { one(); }); };
}

var root = rootOf();
if (root) {
  var again = numeric(root);
  languages(root, again);
}
