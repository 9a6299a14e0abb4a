import { hashOf, html } from './escape';
import { podsOf } from './pods';
import { SCRIPT } from './script';
import { badges, Statements } from './statements';
import { STYLE } from './style';
import { timelinesOf } from './timelines';
import { severityOf } from '../../../base/findings/finding';
import { version } from '../../../lint/report/release';
import { Account, WorkloadAccount } from '../../account';
import { countedRange } from '../../pods/range';
import { counted } from '../../said';
import { ABOUT_OBJECTS, AlikeFindings, alikeFindings, deviceInWords, findingsInWords, purposeInWords, RESTARTS, SECTIONS, sizeInWords, START, STOP, summaryInWords } from '../words';

/**
 * What a browser may do with the page: nothing but show it with this style and run this script.
 *
 * Source: CSP Level 3. A policy in the page itself: it is opened as a file, and sent around.
 */
const POLICY = `default-src 'none'; style-src ${hashOf(STYLE)}; script-src ${hashOf(SCRIPT)}; base-uri 'none'; form-action 'none'`;

/** Errors and warnings that the top of the page lists. */
const MOST_LISTED = 100;

/** The account as one page that needs nothing else: no script to be read, and nothing from anywhere. */
export function* htmlPieces(account: Account): Generator<string> {
  const statements = new Statements(account);
  const title = summaryInWords(account);
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${html(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<a class="skip" href="#workloads">To the workloads</a>
<header>
<h1>${html(title)}</h1>
<p class="quiet">${html(findingsInWords(account))}; ${counted(account.summary.objects, 'object')}${account.minors.length === 0 ? '' : ` for Kubernetes ${html(account.minors.join(', '))}`}</p>
${statements.findings(account.loose)}</header>
`;
  yield* overview(account);
  yield '<main id="workloads">\n';
  for (const [index, workload] of account.workloads.entries()) {
    yield* article(account, workload, index, statements);
  }
  yield* remaining(account, statements);
  yield `</main>
<footer><p>Worked out from manifests alone by cdk8s-ai ${html(version())}: what a scheduler, an image or a program does is not in it.</p></footer>
<script>${SCRIPT}</script>
</body>
</html>
`;
}

function* overview(account: Account): Generator<string> {
  const { workloads, findings } = account;
  yield '<nav aria-label="Workloads" class="overview">\n';
  yield '<div class="tools" hidden><label for="filter">Filter</label><input id="filter" type="search" autocomplete="off" spellcheck="false"><button id="fold" type="button" aria-expanded="true">Fold all</button><span id="found" class="quiet" role="status"></span></div>\n';
  if (workloads.length > 1) {
    yield '<table><thead><tr><th scope="col">Workload</th><th scope="col">What it does</th><th scope="col" class="number">Pods</th><th scope="col" class="number">Devices</th><th scope="col">Findings</th></tr></thead><tbody>\n';
    yield* workloads.map((workload, index) => overviewRow(account, workload, index));
    yield '</tbody></table>\n';
  }
  const grave = alikeFindings(account, findings.flatMap((finding, number) => (severityOf(finding.class) === 'info' ? [] : [number])));
  if (grave.length > 0) {
    yield '<details open><summary>Errors and warnings</summary>\n<ul>\n';
    yield* grave.slice(0, MOST_LISTED).map(alike => `<li><a href="#f${alike.number}">${severityOf(alike.finding.class)} ${html(alike.finding.id)}</a> ${html(alike.finding.title)}${html(whereOf(alike))}</li>\n`);
    yield `</ul>${grave.length > MOST_LISTED ? `<p class="quiet">and ${grave.length - MOST_LISTED} more</p>` : ''}</details>\n`;
  }
  yield '</nav>\n';
}

/** `: StatefulSet llm-0-leader, and 39 more`. */
function whereOf({ finding: { object }, others }: AlikeFindings): string {
  return object === undefined ? '' : `: ${object.kind} ${object.name}${others.length === 0 ? '' : `, and ${others.length} more`}`;
}

function overviewRow(account: Account, workload: WorkloadAccount, index: number): string {
  const { name, namespace, pods, devices, findings } = workload;
  const title = `${namespace === '' ? '' : `${namespace}/`}${name}`;
  return `<tr data-of="w${index}"><th scope="row"><a href="#w${index}"><bdi>${html(title)}</bdi></a></th><td>${html(purposeInWords(workload))}</td><td class="number">${pods === undefined ? '' : html(countedRange(pods, 'pod'))}</td><td class="number">${html(devices.map(deviceInWords).join(', '))}</td><td>${badges(account, findings)}</td></tr>\n`;
}

function* article(account: Account, workload: WorkloadAccount, index: number, statements: Statements): Generator<string> {
  const { name, namespace, because, findings, untold } = workload;
  const title = `${namespace === '' ? '' : `${namespace}/`}${name}`;
  yield `<article id="w${index}" aria-labelledby="h${index}">\n<header><h2 id="h${index}"><bdi>${html(title)}</bdi></h2>\n`;
  yield `<p class="what">${html(purposeInWords(workload))} ${badges(account, findings)}</p>\n<p class="quiet">${html(sizeInWords(workload))}</p>\n`;
  yield* because.map(each => `<p class="quiet">One workload: ${html(each)}.</p>\n`);
  yield untold > 0 ? `<p class="quiet">Of ${counted(untold, 'more set')} of pods nothing is told: too many differ.</p>\n` : '';
  yield '</header>\n<details open><summary>Pods, sums and what is around them</summary>\n';
  yield* podsOf(workload);
  yield '<div class="columns">\n';
  for (const { key, title: section } of SECTIONS) {
    yield* statements.section(section, workload[key]);
  }
  yield '</div>\n</details>\n<details open><summary>Start, stop and restarts</summary>\n<div class="pair">\n';
  yield* timelinesOf(START, workload.start, statements);
  yield* timelinesOf(STOP, workload.stop, statements);
  yield '</div>\n';
  yield* statements.section(RESTARTS, workload.restarts, 'wide');
  yield '</details>\n';
  yield* objects(account, workload.objects, statements);
  yield '</article>\n';
}

/** Every object with its place, and what was found about it and stands at no statement. */
function* objects(account: Account, numbers: readonly number[], statements: Statements): Generator<string> {
  const found = numbers.flatMap(number => account.objects[number].findings);
  yield found.length === 0 ? '' : `<section class="wide"><h3>${ABOUT_OBJECTS}</h3>\n${statements.findings(found)}</section>\n`;
  yield `<details><summary>${counted(numbers.length, 'object')}</summary>\n<table class="facts">\n`;
  for (const number of numbers) {
    const { object: { kind, namespace, name }, file, line } = account.objects[number];
    const place = file === undefined ? '' : `<code>${html(`${file}${line === undefined ? '' : `:${line}`}`)}</code>`;
    yield `<tr><th scope="row">${html(kind)}</th><td><bdi>${html(`${namespace === '' ? '' : `${namespace}/`}${name}`)}</bdi> ${place}</td></tr>\n`;
  }
  yield '</table></details>\n';
}

function* remaining(account: Account, statements: Statements): Generator<string> {
  const { kinds, objects: numbers } = account.others;
  if (kinds.length > 0) {
    yield `<article id="others" aria-labelledby="others-title"><header><h2 id="others-title">Beside the workloads</h2>\n<p class="quiet">${html(kinds.map(({ kind, count }) => `${count} ${kind}`).join(', '))}</p></header>\n`;
    yield* numbers.length > 0 ? objects(account, numbers, statements) : [];
    yield '</article>\n';
  }
}
