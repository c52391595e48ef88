// SPDX-License-Identifier: GPL-3.0-or-later
// Shows the drawings of a page: one for each stop of its sliders. The page holds everything; nothing is loaded.
"use strict";

// --- Pure functions, which tests/widgets/page_logic.js runs in Node ---

/** Returns the number of a stop. The last slider moves fastest. */
function stopOf(positions, counts) {
  return positions.reduce((stop, position, i) => stop * counts[i] + position, 0);
}

/** Returns the positions of the sliders at a stop. */
function positionsOf(stop, counts) {
  const positions = [];
  for (let i = counts.length - 1; i >= 0; --i) {
    positions.unshift(stop % counts[i]);
    stop = Math.floor(stop / counts[i]);
  }
  return positions;
}

/**
 * Returns the SVG text of a drawing. Drawings share their lines: each is a list of differences between the numbers of
 * consecutive lines.
 */
function drawingText(data, stop, size, dark) {
  let line = 0;
  return data.drawings[(stop * data.sizes.length + size) * 2 + (dark ? 1 : 0)]
    .map(step => data.lines[line += step])
    .join("\n");
}

/** Returns the number of the size to show in a width of so many pixels: the first that is readable. */
function sizeFor(data, width) {
  const fits = data.sizes.findIndex(size => size[2] <= width);
  return fits < 0 ? data.sizes.length - 1 : fits;
}

/** Returns the stops of a fragment: "#stop=12&step3=4" is {stop: 12, step3: 4}. */
function fragmentStops(fragment) {
  const stops = {};
  for (const [key, value] of new URLSearchParams(fragment.replace(/^#/, "")))
    if (/^\d+$/.test(value))
      stops[key] = Number(value);
  return stops;
}

/** Returns a drawn line, by place, with a stroke added. A stroke goes from one point to another. */
function stroked(values, xs, from, to) {
  const limited = x => Math.min(Math.max(x, xs[0]), xs[xs.length - 1]);
  const [a, b] = [[limited(from[0]), from[1]], [limited(to[0]), to[1]]];
  const [left, right] = a[0] <= b[0] ? [a, b] : [b, a];
  return values.map((old, i) => {
    if (xs[i] < left[0] || xs[i] > right[0])
      return old;
    return left[0] === right[0] ? b[1] : left[1] + (xs[i] - left[0]) / (right[0] - left[0]) * (right[1] - left[1]);
  });
}

/** Counts the places of a drawn line that are within the band. */
function judged(values, curve) {
  let inside = 0, of = 0;
  values.forEach((y, i) => {
    if (y === null)
      return;
    ++of;
    inside += isInside(y, curve, i);
  });
  return {inside, of};
}

/**
 * Compares a drawn shape with the true one, as fractions: the area between them, of the true area; and the distance of
 * their peaks, of the width of the axes. Nothing drawn has no height.
 */
function shapeDifference(values, curve) {
  const drawn = values.map(y => y ?? curve.base), sum = terms => terms.reduce((a, b) => a + b, 0);
  const peak = ys => curve.x[ys.indexOf(Math.min(...ys))];
  return {area: sum(drawn.map((y, i) => Math.abs(y - curve.y[i]))) / sum(curve.y.map(y => curve.base - y)),
    peak: Math.abs(peak(drawn) - peak(curve.y)) / curve.plot[2]};
}

function isInside(y, curve, i) { return y >= curve.top[i] && y <= curve.bottom[i]; }

/** Returns "3 of 4" for the format "%1 of %2". */
function filled(format, ...values) {
  return format.replace(/%(\d)/g, (all, i) => values[i - 1]);
}

/** Returns the number of a text such as "0.5", "1/3" or "2^-5"; NaN for any other. */
function numberOf(text) {
  const number = "([-+]?(?:\\d+\\.?\\d*|\\.\\d+)(?:e[-+]?\\d+)?)";
  const found = text.match(new RegExp(`^\\s*${number}(?:\\s*([*/^])\\s*${number})?\\s*$`, "i"));
  if (!found)
    return NaN;
  const [a, b] = [Number(found[1]), Number(found[3])];
  return {"*": a * b, "/": a / b, "^": a ** b}[found[2]] ?? a;
}

/** Adds a try to the answers, by exercise. What was right stays so. */
function answered(answers, key, answer, right) {
  const before = answers[key];
  return before && before.right ? answers
    : {...answers, [key]: {answer, right, tries: (before ? before.tries : 0) + 1}};
}

/** Returns a table of rows as CSV, with a header. */
function csvOf(header, rows) {
  const cell = value => /[",\r\n]/.test(value) ? `"${value.replace(/"/g, '""')}"` : value;
  return [header, ...rows].map(row => row.map(value => cell(String(value))).join(",") + "\r\n").join("");
}

async function inflated(base64) {
  const bytes = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

// --- The document ---

function svgElement(name, attributes) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes))
    element.setAttribute(key, value);
  return element;
}

const darkMode = typeof matchMedia === "undefined" ? null : matchMedia("(prefers-color-scheme: dark)");

/** A figure with its sliders. */
class Dial {
  constructor(section, data) {
    this.section = section;
    this.data = data;
    this.sliders = [...section.querySelectorAll("input[type=range]")];
    this.counts = this.sliders.map(slider => Number(slider.max) + 1);
    this.rows = [...section.querySelectorAll("tbody tr")];
    this.stage = section.querySelector(".stage");
    // The names of gradients in a drawing must not meet those of another drawing.
    this.root = this.stage.querySelector(".drawing").attachShadow({mode: "open"});
    this.prediction = data.curves ? new Prediction(this) : null;
    for (const slider of this.sliders)
      slider.addEventListener("input", () => this.moved());
    darkMode.addEventListener("change", () => this.draw());
    new ResizeObserver(() => this.resized()).observe(this.stage);
    this.show();
  }

  get stop() { return stopOf(this.sliders.map(slider => Number(slider.value)), this.counts); }

  set stop(stop) {
    if (stop >= this.rows.length)
      return;
    positionsOf(stop, this.counts).forEach((position, i) => { this.sliders[i].value = position; });
    this.show();
  }

  moved() {
    this.show();
    const fragment = new URLSearchParams(location.hash.replace(/^#/, ""));
    fragment.set(this.section.id, this.stop);
    history.replaceState(null, "", "#" + fragment);
  }

  /** Shows values, verdict and drawing of the present stop. */
  show() {
    const cells = [...this.rows[this.stop].cells];
    const verdict = cells[this.sliders.length];
    const hidden = Boolean(this.prediction && this.prediction.covers);
    const place = this.section.querySelector(".verdict");
    place.replaceChildren(...(hidden ? [] : verdict.cloneNode(true).childNodes));
    place.dataset.severity = verdict.dataset.severity;
    place.hidden = hidden;
    this.sliders.forEach((slider, i) => {
      const value = cells[i].textContent;
      this.section.querySelector(`output[for="${slider.id}"]`).textContent = value;
      slider.setAttribute("aria-valuetext", hidden ? value : `${value}: ${verdict.textContent}`);
    });
    this.draw();
  }

  resized() {
    if (sizeFor(this.data, this.stage.clientWidth) !== this.size)
      this.draw();
  }

  draw(dark = darkMode.matches) {
    this.size = sizeFor(this.data, this.stage.clientWidth);
    const text = drawingText(this.data, this.stop, this.size, dark);
    const svg = document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
    svg.setAttribute("width", "100%");
    svg.removeAttribute("height");   // as its width has it
    svg.setAttribute("display", "block");   // without the room that a line of text has below
    svg.setAttribute("aria-hidden", "true");
    this.root.replaceChildren(svg);
    if (this.prediction)
      this.prediction.draw();
  }
}

/** A line or a shape that is drawn over the covered figure, and then compared with theory. */
class Prediction {
  constructor(dial) {
    this.dial = dial;
    this.covers = true;
    this.layer = dial.stage.querySelector(".overlay");
    this.result = dial.section.querySelector(".result");
    this.reveal = dial.section.querySelector(".reveal");
    this.again = dial.section.querySelector(".again");
    this.place = 0;
    this.forget();
    this.reveal.addEventListener("click", () => this.cover(false));
    this.again.addEventListener("click", () => {
      this.forget();
      this.cover(true);
    });
    this.layer.addEventListener("pointerdown", event => this.press(event));
    this.layer.addEventListener("pointermove", event => this.drag(event));
    for (const end of ["pointerup", "pointercancel"])
      this.layer.addEventListener(end, () => { this.last = null; });
    this.layer.addEventListener("keydown", event => this.key(event));
  }

  get curve() { return this.dial.data.curves[this.dial.stop][this.dial.size]; }

  forget() {
    this.values = null;   // fraction of the height by place, so that it is the same at every size
    this.last = null;
    this.result.textContent = "";
  }

  cover(covers) {
    this.covers = covers;
    this.reveal.hidden = !covers;
    this.again.hidden = covers;
    this.dial.show();
    (covers ? this.layer : this.again).focus();
  }

  /** Returns the drawn line in pixels of the drawing; null where nothing is drawn. */
  drawn() {
    const curve = this.curve, [, top, , high] = curve.plot;
    if (!this.values || this.values.length !== curve.x.length)
      this.values = curve.x.map(() => null);
    return this.values.map(value => value === null ? null : top + value * high);
  }

  setDrawn(values) {
    const [, top, , high] = this.curve.plot;
    this.values = values.map(y => y === null ? null : Math.min(Math.max((y - top) / high, 0), 1));
    this.draw();
  }

  pointOf(event) {
    const box = this.layer.getBoundingClientRect(), size = this.dial.data.sizes[this.dial.size];
    return [(event.clientX - box.left) / box.width * size[0], (event.clientY - box.top) / box.height * size[1]];
  }

  press(event) {
    if (!this.covers || !this.curve || event.button !== 0)
      return;
    this.layer.setPointerCapture(event.pointerId);
    this.last = this.pointOf(event);
  }

  drag(event) {
    if (!this.last)
      return;
    const point = this.pointOf(event);
    this.setDrawn(stroked(this.drawn(), this.curve.x, this.last, point));
    this.last = point;
  }

  /** Arrow keys move along the places, and the line up and down. */
  key(event) {
    const curve = this.curve;
    const along = {ArrowLeft: -1, ArrowRight: 1}[event.key], up = {ArrowUp: -1, ArrowDown: 1}[event.key];
    if (!this.covers || !curve || !(along || up))
      return;
    event.preventDefault();
    const values = this.drawn(), [, top, , high] = curve.plot, middle = top + high / 2;
    const before = values[this.place] ?? curve.base ?? middle;
    if (along)
      this.place = Math.min(Math.max(this.place + along, 0), values.length - 1);
    values[this.place] = (values[this.place] ?? before) + (up || 0) * high / 50;
    this.setDrawn(values);
    const height = Math.round(100 * (1 - this.values[this.place]));
    this.result.textContent = filled(this.result.dataset.place, this.place + 1, values.length, height);
  }

  draw() {
    const curve = this.curve, size = this.dial.data.sizes[this.dial.size];
    this.layer.setAttribute("viewBox", `0 0 ${size[0]} ${size[1]}`);
    this.layer.classList.toggle("drawable", this.covers && Boolean(curve));
    this.layer.replaceChildren();
    if (!curve)
      return;
    const values = this.drawn(), [left, top, wide, high] = curve.plot;
    if (this.covers) {
      const cover = (x, y, height) =>
        this.layer.append(svgElement("rect", {class: "cover", x, y, width: size[0] - x, height}));
      cover(left - 5, top - 6, high + 6);
      if (curve.base !== undefined)
        cover(0.2 * size[0], top - 24, 24);   // the note above the axes tells mean and deviation
      for (const y of curve.grid)
        this.layer.append(svgElement("line", {class: "grid", x1: left, x2: left + wide, y1: y, y2: y}));
      this.layer.append(svgElement("path", {class: "frame", d: `M${left},${top} v${high} h${wide}`}));
    } else if (curve.base !== undefined && values.some(y => y !== null)) {
      const {area, peak} = shapeDifference(values, curve);
      this.result.textContent = filled(this.result.dataset.area, Math.round(100 * area), Math.round(100 * peak));
    } else if (values.some(y => y !== null)) {
      const {inside, of} = judged(values, curve);
      this.result.textContent = filled(this.result.dataset.inside, inside, of, Math.round(100 * inside / of));
      const edge = curve.x.map((x, i) => `${x},${curve.top[i]}`)
        .concat(curve.x.map((x, i) => `${x},${curve.bottom[i]}`).reverse());
      this.layer.append(svgElement("polygon", {class: "band", points: edge.join(" ")}));
    }
    const points = values.map((y, i) => y === null ? null : [curve.x[i], y]);
    const line = points.filter(Boolean).map(point => point.join(","));
    this.layer.append(svgElement("polyline", {class: "drawn", points: line.join(" ")}));
    points.forEach((point, i) => {
      if (!point || (points.length > 1 && (this.covers ? i !== this.place : curve.base !== undefined)))
        return;
      const good = this.covers || isInside(point[1], curve, i);
      this.layer.append(svgElement("circle",
        {class: good ? "inside" : "outside", cx: point[0], cy: point[1], r: points.length > 64 ? 2 : 4}));
    });
  }
}

/** The exercises of a page, and their answers. */
class Exercises {
  constructor(forms, save) {
    this.answers = {};
    this.forms = forms;
    this.save = save;
    forms.forEach((form, i) => {
      form.addEventListener("submit", event => {
        event.preventDefault();
        this.check(form, i);
      });
      form.querySelector("input").addEventListener("input", () => this.show(form, ""));
    });
    save.querySelector("button").addEventListener("click", () => this.download());
  }

  show(form, words) { form.querySelector("output").textContent = words; }

  check(form, i) {
    const text = form.querySelector("input").value.trim(), number = numberOf(text);
    const words = form.querySelector("output").dataset, {low, high} = form.dataset;
    if (!Number.isFinite(number))
      return this.show(form, words.number);
    const right = number >= Number(low) && number <= Number(high);
    this.show(form, right ? words.right : number < Number(low) ? words.small : words.large);
    this.answers = answered(this.answers, i, text, right);
    this.save.hidden = false;
  }

  /** Saves what the program's own "Save answers" does. */
  download() {
    const rows = Object.entries(this.answers).map(([i, {answer, right, tries}]) => {
      const {lesson, step, title} = this.forms[i].dataset;
      return [lesson, step, title, answer, right ? 1 : 0, tries];
    });
    const text = csvOf(["lesson", "step", "title", "answer", "right", "tries"], rows);
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], {type: "text/csv"}));
    link.download = "answers.csv";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  }
}

async function start() {
  const forms = [...document.querySelectorAll(".exercise")];
  if (forms.length > 0)
    new Exercises(forms, document.querySelector(".save-answers"));
  const dials = [];
  const follow = () => {
    const stops = fragmentStops(location.hash);
    for (const dial of dials)
      if (dial.section.id in stops)
        dial.stop = stops[dial.section.id];
  };
  for (const section of document.querySelectorAll(".dial")) {
    if (typeof DecompressionStream === "undefined") {
      section.querySelector(".problem").hidden = false;
      continue;
    }
    const data = section.querySelector("script");
    dials.push(new Dial(section, await inflated(data.textContent)));
    data.remove();
  }
  follow();
  addEventListener("hashchange", follow);
  addEventListener("beforeprint", () => dials.forEach(dial => dial.draw(false)));
  addEventListener("afterprint", () => dials.forEach(dial => dial.draw()));
  document.documentElement.dataset.ready = "true";
}

if (typeof document !== "undefined")
  start();
else
  module.exports = {stopOf, positionsOf, drawingText, sizeFor, fragmentStops, stroked, judged, shapeDifference, filled,
    numberOf, answered, csvOf, inflated};
