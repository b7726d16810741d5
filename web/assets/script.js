"use strict";
// Everything here is a comfort: each page works without it.

// The table of codes is filtered while one types or chooses.
function filterCodes(form) {
  const rows = Array.from(document.querySelectorAll("#codes tbody tr"));
  const count = document.getElementById("count");
  const asked = new URLSearchParams(location.search);
  const here = location.pathname;
  const texts = rows.map((row) => (row.cells[0].textContent + " " + row.cells[1].textContent).toLowerCase());
  const fields = ["words", "kind", "class", "actor"];
  const apply = () => {
    const [words, kind, group, actor] = fields.map((name) => form.elements[name].value);
    const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    rows.forEach((row, i) => {
      const fits = (!kind || row.dataset.k === kind) && (!group || row.dataset.c === group) &&
        (!actor || row.dataset.a === actor) && wanted.every((word) => texts[i].includes(word));
      row.hidden = !fits;
      if (fits) shown += 1;
    });
    count.textContent = count.dataset.count.replace("{count}", String(shown));
    const query = new URLSearchParams();
    for (const name of fields) if (form.elements[name].value) query.set(name, form.elements[name].value);
    const text = query.toString();
    history.replaceState(null, "", here + (text ? "?" + text : ""));
  };
  // Where the server has filtered already, rows are missing: then the form asks it again.
  if (form.dataset.served === "yes") {
    form.addEventListener("change", () => form.requestSubmit());
    return;
  }
  for (const name of fields) if (asked.get(name)) form.elements[name].value = asked.get(name);
  form.addEventListener("input", apply);
  form.addEventListener("submit", (event) => { event.preventDefault(); apply(); });
  if (fields.some((name) => asked.get(name))) apply();
}

// A file that is dropped on the box is chosen; one that is too large is refused before it is sent.
function pasteBox(form) {
  const file = form.elements.file;
  const text = form.elements.text;
  const warning = form.querySelector(".warning");
  const most = Number(form.dataset.most);
  const isTooLarge = () => (file.files.length ? file.files[0].size : 0) + text.value.length > most;
  const check = () => {
    const large = isTooLarge();
    warning.hidden = !large;
    warning.textContent = large ? form.dataset.tooLarge : "";
    return !large;
  };
  file.addEventListener("change", check);
  form.addEventListener("submit", (event) => { if (!check()) event.preventDefault(); });
  form.addEventListener("dragover", (event) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    form.classList.add("over");
  });
  form.addEventListener("dragleave", () => form.classList.remove("over"));
  form.addEventListener("drop", (event) => {
    form.classList.remove("over");
    if (!event.dataTransfer.files.length) return;
    event.preventDefault();
    file.files = event.dataTransfer.files;
    check();
  });
}

function copyButton(button) {
  if (!navigator.clipboard) return;
  button.hidden = false;
  button.addEventListener("click", () => {
    const block = button.closest("section").querySelector("textarea");
    navigator.clipboard.writeText(block.value).then(() => { button.textContent = button.dataset.done; });
  });
}

// Pages that lie in a folder, with no server to search: the index is searched here.
function searchHere(place) {
  const query = (new URLSearchParams(location.search).get("q") || "").trim();
  if (!query) return;
  document.getElementById("q2").value = query;
  fetch(place.dataset.index).then((answer) => answer.json()).then((all) => {
    const words = query.toLowerCase().split(/\s+/);
    const found = all.filter((one) => words.every((word) => one[1].toLowerCase().includes(word))).slice(0, 60);
    if (!found.length) { place.textContent = place.dataset.none; return; }
    const list = document.createElement("ul");
    list.className = "lines";
    for (const [url, text, kind] of found) {
      const line = document.createElement("li");
      const link = document.createElement("a");
      link.href = url;
      link.textContent = text;
      const note = document.createElement("span");
      note.className = "note";
      note.textContent = kind;
      line.append(link, " ", note);
      list.append(line);
    }
    place.append(list);
  });
}

document.querySelectorAll("form[data-filter]").forEach(filterCodes);
document.querySelectorAll("form.paste").forEach(pasteBox);
document.querySelectorAll("button.copy").forEach(copyButton);
document.querySelectorAll("[data-index]").forEach(searchHere);
