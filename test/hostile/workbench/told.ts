/** Summary of a report in any format. */
export interface Told {
  readonly errors: number;
  readonly warnings: number;
  readonly infos: number;
  readonly ids: ReadonlySet<string>;
  readonly isText: boolean;
}

interface Json {
  readonly findings?: readonly { readonly id: string }[];
  readonly summary?: { readonly errors: number; readonly warnings: number; readonly infos: number };
  readonly runs?: readonly { readonly results: readonly { readonly level: string; readonly ruleId: string }[] }[];
}

/** The summary; undefined if there is no report that can be parsed. */
export function toldIn(stdout: string): Told | undefined {
  return stdout.startsWith('{') ? inJson(stdout) : inText(stdout);
}

function inJson(stdout: string): Told | undefined {
  let content: Json;
  try {
    content = JSON.parse(stdout) as Json;
  } catch {
    return undefined;
  }
  const { findings, summary, runs } = content;
  if (findings && summary) {
    return { ...summary, ids: new Set(findings.map(({ id }) => id)), isText: false };
  }
  const results = runs?.[0].results;
  const count = (level: string) => results!.filter(each => each.level === level).length;
  return results && { errors: count('error'), warnings: count('warning'), infos: count('note'), ids: new Set(results.map(({ ruleId }) => ruleId)), isText: false };
}

function inText(stdout: string): Told | undefined {
  const summary = [...stdout.matchAll(/^([0-9]+) errors?, ([0-9]+) warnings?, ([0-9]+) infos?; /gm)];
  if (summary.length === 0) {
    return undefined;
  }
  const [errors, warnings, infos] = summary.at(-1)!.slice(1).map(Number);
  // eslint-disable-next-line no-control-regex
  const ids = [...stdout.matchAll(/^ *(?:\x1b\[[0-9]+m)*(?:error|warning|info)\[(AIW[0-9]+)\]/gm)].map(([, id]) => id);
  return { errors, warnings, infos, ids: new Set(ids), isText: true };
}
