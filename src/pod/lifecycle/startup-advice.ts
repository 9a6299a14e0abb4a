import { StartupPlan } from './model-load';
import { WeightsSource } from './weights-source';
import { Finding } from '../../base/findings/finding';
import { noticed } from '../../base/findings/notice';
import { DOWNLOADS_WEIGHTS } from '../notices';

const NOTICE = { ...noticed(DOWNLOADS_WEIGHTS), field: 'modelLoad' };

/**
 * What is said of a download that starts have to do: at each start it is slow and may fail, and a startup probe that was given may be too short for it.
 *
 * @param keep how this pattern keeps the weights.
 */
export function adviseOnDownload(startup: StartupPlan, keep: string): Finding[] {
  const { download, longest, weights, seconds } = startup;
  if (!download || !longest || !weights) {
    return weights?.kind === 'eachStart' && !startup.load ? [ofUnknownSize(weights, seconds, keep)] : [];
  }
  const isShort = seconds < longest.seconds;
  if (!isShort && weights.kind !== 'eachStart') {
    return [];
  }
  const when = weights.kind === 'firstStart' ? 'the first start' : 'each start';
  const sum = `${when} takes ${longest.text} = ${longest.seconds} s: ${weights.text}`;
  return [{
    ...NOTICE,
    class: isShort ? 'risky' : 'advice',
    message: isShort ? `Invalid value: "${seconds}s": the startup probe gives up before the download may be over: ${sum}` : sum,
    help: isShort ? `allow ${2 * longest.seconds} s, leave the startup probe out, or say how fast the download is (downloadBandwidth); ${keep}` : keep,
  }];
}

/** No sum can be made, and a probe of 30 minutes may still cut it short. A load that was measured holds the download. */
function ofUnknownSize({ text }: WeightsSource, seconds: number, keep: string): Finding {
  return {
    ...NOTICE,
    class: 'advice',
    message: `Required value: each start downloads weights whose size is not known, and the startup probe gives it ${seconds} s: ${text}`,
    help: `say how large they are (ModelLoad.of); ${keep}`,
  };
}
