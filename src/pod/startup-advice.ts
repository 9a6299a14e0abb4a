import { StartupPlan } from './model-load';
import { Finding } from '../checks/finding';

/**
 * What is said of a download that starts have to do: at each start it is slow and may fail, and a startup probe that was given may be too short for it.
 *
 * @param keep how this pattern keeps the weights.
 */
export function adviseOnDownload(startup: StartupPlan, keep: string): Finding[] {
  const { download, longest, weights, seconds } = startup;
  if (!download || !longest || !weights) {
    return [];
  }
  const isShort = seconds < longest.seconds;
  if (!isShort && weights.kind !== 'eachStart') {
    return [];
  }
  const when = weights.kind === 'firstStart' ? 'the first start' : 'each start';
  const sum = `${when} takes ${longest.text} = ${longest.seconds} s: ${weights.text}`;
  return [{
    id: 'AIW3508',
    title: 'starts download the weights',
    class: isShort ? 'risky' : 'advice',
    field: 'modelLoad',
    message: isShort ? `Invalid value: "${seconds}s": the startup probe gives up before the download may be over: ${sum}` : sum,
    help: isShort ? `allow ${2 * longest.seconds} s, leave the startup probe out, or say how fast the download is (downloadBandwidth); ${keep}` : keep,
  }];
}
