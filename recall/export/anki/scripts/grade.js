// Judging a typed number by recall's rules: right (with a note), a named mistake, a slip, wrong, or
// asked again. `part` is [truth, lowest and highest right value, window of slips]; `mistakes` are
// [id, lowest, highest, words] in the order of the deck.

// Far above the rounding of the few operations here, far below what anybody types.
var NOISE = 4e-15;

function between(x, low, high) {
  return x >= low - NOISE * (Math.abs(x) + Math.abs(low)) && x <= high + NOISE * (Math.abs(x) + Math.abs(high));
}

function accepted(part, x) {
  return between(x, part[1], part[2]);
}

function grade(part, mistakes, unitText, text) {
  var asked = readUnit(unitText), answer = readAnswer(text, asked);
  asked.label = unitText;
  if (answer.ask) return { kind: "ask", say: answer.ask, fields: answer.fields || {} };
  if (answer.readings.length > 1) return twoReadings(part, answer);
  var x = answer.readings[0];
  if (accepted(part, x)) {
    if (answer.as) return { kind: "note", say: "note-spelling", fields: { typed: answer.as[0], spelling: answer.as[1] } };
    return { kind: "right", say: "right", fields: {} };
  }
  if (answer.bare && isPercent(asked) && x >= -1 && x <= 1 && accepted(part, x * 100)) {
    return { kind: "note", say: "note-fraction", fields: { read: Number((x * 100).toPrecision(6)) + " %", unit: unitText } };
  }
  for (var i = 0; i < mistakes.length; i++) {
    if (between(x, mistakes[i][1], mistakes[i][2])) {
      return { kind: "mistake", say: "mistake", id: mistakes[i][0], html: mistakes[i][3], fields: {} };
    }
  }
  return slip(part, x, asked, answer.unit) || wrong(part[0], x);
}

function twoReadings(part, answer) {
  var right = answer.readings.filter(function (x) { return accepted(part, x); });
  if (right.length !== 1) {
    return { kind: "ask", say: "comma", fields: { thousands: String(answer.readings[0]), decimal: String(answer.readings[1]) } };
  }
  var key = right[0] === answer.readings[0] ? "note-thousands" : "note-decimal";
  return { kind: "note", say: key, fields: { read: String(right[0]) } };
}

function slip(part, x, asked, typed) {
  var found = slips(part[0], asked, typed);
  for (var i = 0; i < found.length; i++) {
    if (isSlip(part, x, found[i][1])) {
      return { kind: "mistake", say: "slip", id: found[i][0], fields: found[i][2] || {} };
    }
  }
  if (part[0] === 0 || x / part[0] <= 0) return null;
  var power = Math.round(Math.log(x / part[0]) / Math.LN10);
  if (!power || Math.abs(power) > 15) return null;
  if (!isSlip(part, x, Number(part[0] + "e" + power)) && !isSlip(part, x, part[0] * Math.pow(10, power))) return null;
  return { kind: "mistake", say: "slip", id: "slip:power-of-ten", fields: { power: String(power) } };
}

function isSlip(part, x, value) {
  var window_ = Math.min(part[3], Math.abs(value) / 100);
  return !accepted(part, value) && between(x, value - window_, value + window_);
}

function slips(truth, asked, typed) {
  if (truth === 0) return [];
  var found = [], data = isData(asked), plain = isPlain(asked), rank = typed.rank || asked.rank;
  if (data && rank) {
    var ratio = Math.pow(1.024, rank), letter = LETTERS.charAt(rank - 1);
    var fields = {
      decimal: letter + "B", binary: (letter.toUpperCase()) + "iB", ratio: String(Number(ratio.toPrecision(4)))
    };
    found.push(["slip:gib-gb", truth * ratio, fields], ["slip:gib-gb", truth / ratio, fields]);
  }
  if (data) found.push(["slip:bits-bytes", truth * 8], ["slip:bits-bytes", truth / 8]);
  if (plain) found.push(["slip:percent", truth * 100], ["slip:percent", truth / 100]);
  else found.push(["slip:thousand", truth * 1000], ["slip:thousand", truth / 1000]);
  if (data) found.push(["slip:1024", truth * 1024], ["slip:1024", truth / 1024]);
  found.push(["slip:sign", -truth]);
  var below = Object.keys(asked.dims).some(function (base) { return asked.dims[base] < 0; });
  if (!isPercent(asked) && (plain || below)) found.push(["slip:reciprocal", 1 / truth]);
  return found;
}

function wrong(truth, x) {
  var verdict = { kind: "wrong", say: "wrong", fields: {} }, ratio = x / truth;
  function amount(value) { return String(Number(value.toPrecision(2))); }
  if (truth === 0) verdict.off = ["off-by", String(Number(Math.abs(x).toPrecision(4)))];
  else if (ratio < 0) verdict.off = ["off-sign", ""];
  else if (ratio >= 2) verdict.off = ["off-large", amount(ratio)];
  else if (ratio > 0 && ratio <= 0.5) verdict.off = ["off-small", amount(1 / ratio)];
  else verdict.off = [ratio > 1 ? "off-high" : "off-low", amount(Math.abs(ratio - 1) * 100) + " %"];
  return verdict;
}
