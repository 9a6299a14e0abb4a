/** Deep enough for `_synthChart` and its caller, cheap enough to ask once per chart. */
const FRAMES = 14;

/**
 * Whether this validation repeats one that `App.synth` or `App.synthYaml` has already had: cdk8s validates the app first and then again for
 * every chart that it renders (`_synthChart`). `Testing.synth` and `chart.toJson()` render a chart without that first validation, so they count.
 *
 * The call stack tells them apart without any state that could grow stale. Replacing `app.synth` would not: other languages call the prototype's.
 * Should cdk8s change its frames, validation becomes slower and stays right.
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

/** The stack as data. Whoever maps stack traces back to sources gets the hook back untouched. */
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
