/** Stack depth that includes `_synthChart` and its caller: 12 from here, and more where others have wrapped a validation or `toJson`. */
const FRAMES = 50;

/**
 * Whether this validation repeats an earlier one: `App.synth` and `App.synthYaml` validate the app first and then again for
 * every chart that they render (`_synthChart`). `Testing.synth` and `chart.toJson()` render a chart without that first validation, so theirs counts.
 *
 * Read from the call stack, so there is no state that could be stale. Patching `app.synth` would not work: other languages call the prototype's.
 * If cdk8s renames its functions, validation becomes slower but stays correct.
 *
 * Source: cdk8s src/app.ts (2.70.106), App._synthChart, App.synth, App.synthYaml
 */
export function repeatsAppValidation(): boolean {
  const frames = callSites();
  const chart = frames.findIndex(frame => frame.getFunctionName()?.endsWith('_synthChart'));
  if (chart < 0) {
    return false;
  }
  const file = frames[chart].getFileName();
  return frames.slice(chart + 1).some(frame => frame.getFileName() === file && isSynth(frame));
}

function isSynth(frame: NodeJS.CallSite): boolean {
  const name = frame.getMethodName() ?? frame.getFunctionName() ?? '';
  return name === 'synth' || name === 'synthYaml';
}

/** The stack as data. Restores the previous hook, which tools that map stack traces to sources have set. */
function callSites(): NodeJS.CallSite[] {
  const { prepareStackTrace, stackTraceLimit } = Error;
  try {
    Error.stackTraceLimit = FRAMES;
    Error.prepareStackTrace = (_, sites) => sites;
    const sites = new Error().stack as unknown;
    return Array.isArray(sites) ? sites as NodeJS.CallSite[] : [];
  } finally {
    Error.prepareStackTrace = prepareStackTrace;
    Error.stackTraceLimit = stackTraceLimit;
  }
}
