/** The page of the picture before its script fills it. Nothing in it comes from a file of the user. */
import { l10n } from "vscode";

export interface PageSource {
  /** What VS Code calls the extension's own files in a content security policy. */
  cspSource: string;
  script: string;
  style: string;
  /** Lets this script run, and no other. */
  nonce: string;
  /** Whether it is in the sidebar, beside other views, or an editor of its own. */
  place: "view" | "editor";
  /** The translations of texts, of VS Code; undefined where it speaks English. */
  texts: Readonly<Record<string, unknown>> | undefined;
}

export function pageHtml({ cspSource, script, style, nonce, place, texts }: PageSource): string {
  const policy = `default-src 'none'; style-src ${cspSource}; script-src 'nonce-${nonce}'`;
  const keys = l10n.t(
    "Arrow keys move, with Ctrl to the next change. Enter opens the input with all outputs, Space shows it and stays here.",
  );
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="UTF-8">
<meta http-equiv="Content-Security-Policy" content="${attribute(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${attribute(style)}">
<title>${text(l10n.t("Picture"))}</title>
</head>
<body data-place="${place}" data-texts="${attribute(JSON.stringify(texts ?? {}))}">
<main>
<h1 id="problem">${text(l10n.t("Picture"))}</h1>
<div id="nothing" hidden>
<p id="why" role="status"></p>
<button id="check" type="button">${text(l10n.t("Check This Problem"))}</button>
</div>
<div id="picture" hidden>
<p id="summary"></p>
<p id="news" class="unseen" role="status"></p>
<section aria-labelledby="map-title">
<h2 id="map-title">${text(l10n.t("Answers by input, from small to large"))}</h2>
<label class="choice"><input id="different" type="checkbox"> ${text(l10n.t("Only inputs on which programs differ"))}</label>
<p id="none" hidden>${text(l10n.t("The programs differ on no input."))}</p>
<div id="map" role="grid" tabindex="0" aria-labelledby="map-title" aria-describedby="keys" aria-readonly="true">
<canvas id="canvas" aria-hidden="true"></canvas>
</div>
<p id="axis" aria-hidden="true"><span id="smallest"></span><span id="middle"></span><span id="largest"></span></p>
<p id="about"></p>
<p id="keys" class="unseen">${text(keys)}</p>
<ul id="legend"></ul>
</section>
<h2 id="programs-title">${text(l10n.t("Programs"))}</h2>
<div id="programs" tabindex="0" role="region" aria-labelledby="programs-title"></div>
<section id="times-section" aria-labelledby="times-title">
<h2 id="times-title">${text(l10n.t("Run time by input size"))}</h2>
<svg id="times" role="img"></svg>
<p id="times-about"></p>
</section>
</div>
</main>
<script nonce="${attribute(nonce)}" src="${attribute(script)}"></script>
</body>
</html>
`;
}

function text(value: string): string {
  return value.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}

function attribute(value: string): string {
  return text(value).replace(/"/g, "&quot;");
}
