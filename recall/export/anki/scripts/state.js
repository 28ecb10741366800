// What is remembered of a card until its back is shown: best effort, nothing depends on it.

function memory(kind) {
  try {
    var store = window[kind];
    store.setItem("recall:probe", "1");
    store.removeItem("recall:probe");
    return store;
  } catch (error) {
    return null;
  }
}

function save(key, value) {
  window.recallMemory = window.recallMemory || {};
  window.recallMemory[key] = value;
  var store = memory("sessionStorage");
  try {
    if (store) store.setItem("recall:" + key, JSON.stringify(value));
  } catch (error) {
    return;
  }
}

function load(key) {
  var store = memory("sessionStorage");
  try {
    var text = store && store.getItem("recall:" + key);
    if (text) return JSON.parse(text);
  } catch (error) {
    return (window.recallMemory || {})[key];
  }
  return (window.recallMemory || {})[key];
}

// The day of a card: on the back the day its front was shown on, if that was not long ago.
function dayFor(id, back) {
  var now = Date.now();
  var kept = back && load("day:" + id);
  if (kept && now - kept.at < 6 * 3600000 && now >= kept.at) return kept.day;
  var day = dayOf(now);
  if (!back) save("day:" + id, { at: now, day: day });
  return day;
}

// The card on the page; clients may keep another one around while they change.
function rootOf() {
  var all = document.querySelectorAll(".recall");
  return all.length ? all[all.length - 1] : null;
}

function flip() {
  if (typeof window.pycmd === "function") window.pycmd("ans");
  else if (typeof window.showAnswer === "function") window.showAnswer();
}

// Keys that are typed into the card must not reach the shortcuts of the client.
function shield(element) {
  ["keydown", "keypress", "keyup"].forEach(function (kind) {
    element.addEventListener(kind, function (event) { event.stopPropagation(); });
  });
}

function escapeHtml(text) {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}

// Math that appears after the page was shown has to be asked for.
function typeset(element) {
  var jax = window.MathJax;
  if (/\\\(|\\\[/.test(element.textContent) && jax && jax.typesetPromise) {
    jax.typesetPromise([element]);
  }
}
