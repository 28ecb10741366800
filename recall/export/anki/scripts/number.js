// Reading a typed number: the grammar of recall's own reader, in floating point.

var SUPERSCRIPTS = "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079\u207a\u207b";
var FOLDS = [
  [/[\u2010-\u2015\u2212\ufe63\uff0d]/g, "-"],
  [/[\u2044\u2215\u00f7]/g, "/"],
  [/[\u22c5\u2219\u2022\u30fb\u2217]/g, "\u00b7"],
  [/[\u2715\u2716\u2a2f\u2573]/g, "\u00d7"],
  [/[\u2018\u2019\u02bc]/g, "'"],
  [/[\u200b\u2060\ufeff]/g, ""],
  [/\u03bc/g, "u"],
  [/\u3002/g, "."],
  [/[\t\n]/g, " "],
  [/\\times/g, "\u00d7"],
  [/\\cdot/g, "\u00b7"],
  [/\\,/g, " "],
  [/\\%/g, "%"]
];
// Where the ten digits of other scripts begin.
var ZEROS = [0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66,
  0xde6, 0xe50, 0xed0, 0xf20, 0x1040, 0x17e0, 0x1810];

function digitOf(character) {
  var code = character.charCodeAt(0);
  for (var i = 0; i < ZEROS.length; i++) {
    if (code >= ZEROS[i] && code < ZEROS[i] + 10) return String(code - ZEROS[i]);
  }
  return character;
}

function fold(text) {
  text = text.replace(/[\u207a\u207b]?[\u2070\u00b9\u00b2\u00b3\u2074-\u2079]+/g, function (run) {
    return "^" + run.replace(/[^]/g, function (c) { return "0123456789+-".charAt(SUPERSCRIPTS.indexOf(c)); });
  });
  text = text.replace(/[\u00bc-\u00be\u2150-\u215e]/g, " $&");
  if (text.normalize) text = text.normalize("NFKC");
  FOLDS.forEach(function (pair) { text = text.replace(pair[0], pair[1]); });
  return text.replace(/[\u0660-\u1819]/g, digitOf).trim();
}

var MAX_TYPED = 200;
var EXPONENT = "\\s*(?:\\^|\\*\\*)\\s*[({]?\\s*([+-]?\\d{1,6})(?!\\d)\\s*[)}]?";
var POWER = new RegExp("^" + EXPONENT);
var TIMES_POWER = new RegExp("^\\s*[\u00d7\u00b7*xX]\\s*(\\d{1,6})" + EXPONENT);
var GROUPED = /^[1-9]\d{0,2}([ ,.'_])\d{3}(?:\1\d{3})*$/;

// {values, figures, rest, currency}, or {ask: reason}.
function readNumber(text) {
  if (text.length > MAX_TYPED) return { ask: "too-long" };
  text = fold(text);
  if (!text) return { ask: "empty" };
  text = text.replace(/^[\u2248~=\u2243\u2245\u223c]\s*/, "");
  var negative = false, currency = false;
  [/^([+-])\s*/, /^(?:US)?\$\s*/, /^([+-])\s*/].forEach(function (pattern) {
    var found = pattern.exec(text);
    if (!found) return;
    text = text.slice(found[0].length);
    if (found[0].charAt(0) === "-") negative = !negative;
    if (found[0].indexOf("$") >= 0) currency = true;
  });
  var read = unsigned(text);
  if (read.ask) return read;
  if (read.values.some(tooLarge)) return { ask: "too-large" };
  return {
    values: read.values.map(function (value) { return negative ? -value : value; }),
    figures: read.figures, rest: read.rest.trim(), currency: currency
  };
}

function tooLarge(value) {
  return !isFinite(value) || (value !== 0 && Math.abs(value) < 1e-308);
}

function unsigned(text) {
  var mixed = /^(\d{1,9}) +(\d{1,2}) ?\/ ?(\d{1,2})(?![\d\/.,])/.exec(text);
  if (mixed && Number(mixed[2]) > 0 && Number(mixed[2]) < Number(mixed[3])) {
    return {
      values: [Number(mixed[1]) + Number(mixed[2]) / Number(mixed[3])],
      figures: (mixed[1] + mixed[2]).length, rest: text.slice(mixed[0].length)
    };
  }
  var top = scaled(text);
  if (top.ask) return top;
  var slash = /^\s*\/\s*(?=[\d.,])/.exec(top.rest);
  if (!slash) return top;
  var bottom = scaled(top.rest.slice(slash[0].length));
  if (bottom.ask) return bottom;
  if (/^\s*\/\s*(?=[\d.,])/.test(bottom.rest)) return { ask: "two-slashes" };
  if (bottom.values.indexOf(0) >= 0) return { ask: "zero-denominator" };
  var values = [];
  top.values.forEach(function (above) {
    bottom.values.forEach(function (below) {
      if (values.indexOf(above / below) < 0) values.push(above / below);
    });
  });
  return { values: values, figures: top.figures, rest: bottom.rest };
}

function scaled(text) {
  var run = /^(?:\d|[.,]\d)(?:[ ,.'_]?\d)*\.?/.exec(text);
  var texts = run ? digits(run[0]) : [];
  if (!texts.length) return { ask: "no-number" };
  var figures = run[0].replace(/\D/g, "").replace(/^0+/, "").length || 1;
  var rest = text.slice(run[0].length), found = /^[eE]([+-]?\d{1,6})(?!\d)/.exec(rest), values;
  if (found) {
    values = texts.map(function (t) { return Number(t + "e" + found[1]); });
  } else if ((found = TIMES_POWER.exec(rest))) {
    values = texts.map(function (t) {
      if (found[1] === "10") return Number(t + "e" + found[2]);
      return Number(t) * power(Number(found[1]), Number(found[2]));
    });
  } else if ((found = POWER.exec(rest))) {
    values = texts.map(function (t) { return power(Number(t), Number(found[1])); });
  } else {
    return { values: texts.map(Number), figures: figures, rest: rest };
  }
  if (values.some(notFinite) || lost(texts, values)) return { ask: "too-large" };
  return { values: values, figures: figures, rest: rest.slice(found[0].length) };
}

function notFinite(value) {
  return !isFinite(value);
}

// True where a number other than zero became zero: its exponent is beyond what can be read.
function lost(texts, values) {
  return values.some(function (value, i) { return value === 0 && Number(texts[i]) !== 0; });
}

function power(base, exponent) {
  return base === 0 && exponent < 0 ? Infinity : Math.pow(base, exponent);
}

// The readings of digits with separators, as plain decimals: none, one, or two (thousands first).
function digits(run) {
  if (run.split(".").length === 2 && /\.$/.test(run)) run = run.slice(0, -1);
  var marks = run.replace(/\d/g, "");
  if (!marks) return [run];
  var last = marks.charAt(marks.length - 1);
  if (last !== "." && last !== ",") return whole(run);
  var at = run.lastIndexOf(last), head = run.slice(0, at), tail = run.slice(at + 1);
  if (head.indexOf(last) >= 0) return whole(run);
  var heads = !head || /^\d+$/.test(head) ? [head || "0"] : whole(head);
  var decimal = heads.map(function (w) { return w + "." + (tail || "0"); });
  if (last === "," && marks.length === 1 && GROUPED.test(run)) return whole(run).concat(decimal);
  return decimal;
}

function whole(run) {
  return GROUPED.test(run) ? [run.replace(/\D/g, "")] : [];
}
