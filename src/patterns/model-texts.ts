import { Explanation } from '../base/text/explanation';
import { ModelPlan } from '../pod/model/model-plan';

/** Where the pods find their model and who brings it, and what becomes of a download that fails. */
export function explainModel(explanation: Explanation, model: ModelPlan | undefined, restartPolicy: 'Always' | 'Never'): void {
  if (!model) {
    return;
  }
  explanation.choice('cache', model.cache.text);
  if (model.preload) {
    explanation.choice('preload', `${model.preload.text}; an init container without devices`);
    explanation.consequence('preload fails', failureText(model, restartPolicy));
  }
}

function failureText({ preload, restartsWith }: ModelPlan, restartPolicy: 'Always' | 'Never'): string {
  const before = preload!.offline ? '; what passes by itself it has tried five times before' : '';
  if (restartPolicy === 'Never') {
    return `the pod fails, which its controller counts as a failure of the work${before}`;
  }
  return restartsWith === undefined
    ? 'the kubelet runs it again with its back-off (10 s to 5 minutes); the main container never starts on half a model'
    : `its start again is that of ${restartsWith}, for the controller${before}`;
}
