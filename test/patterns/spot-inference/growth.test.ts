import { build } from './build';
import { OnDemandFloor, SpotInferenceProps } from '../../../src';

const scaled = (floor: number, minReplicas: number, maxReplicas: number): Partial<SpotInferenceProps> =>
  ({ replicas: undefined, floor: OnDemandFloor.replicas(floor), autoscaling: { minReplicas, maxReplicas, queueDepth: 8 } });
const textOf = (props: Partial<SpotInferenceProps>) => build(props).inference.explain().replace(/\n {2,}/g, ' ');

test.each<[string, Partial<SpotInferenceProps>, string]>([
  // 2 x 8 / 4 = 4; 4 x 8 / 6 = 5.3, so 6; 8 / 8 is the target.
  ['half of the replicas', scaled(2, 4, 12), 'Twice the load of 2 + 2 = 4 needs 8: spot goes to 4, 6, so 8 in all, after 2 steps of up to 900 s'],
  // 18 / 9, 18 / 10, 18 / 12, 18 / 14 and 18 / 16 are above the target by more than a tenth; 18 / 17 is not.
  ['nearly all', scaled(8, 9, 30), 'spot goes to 2, 4, 6, 8, 9, so 17 in all, short of 18 by less than the 10 % that it overlooks, after 5 steps'],
  ['up to the most', scaled(4, 6, 9), 'Twice the load of 4 + 2 = 6 needs 9: spot goes to 3, 4, 5, so 9 in all, after 3 steps'],
  ['one step that is too short', scaled(2, 3, 5), 'needs 5: spot goes to 2, 3, so 5 in all'],
])('a floor that stays slows the growth of the other part: %s', (_, props, sum) => {
  expect(textOf(props)).toMatch(/more load +the autoscaler asks for pods of llama-spot x average \/ target/);
  expect(textOf(props)).toContain(sum);
});

test.each<[string, Partial<SpotInferenceProps>]>([
  ['there is no room to grow', scaled(2, 4, 4)],
  ['one step does', scaled(1, 20, 22)],
  ['a tenth is missing, which it overlooks', scaled(18, 20, 22)],
  ['the floor grows as well', { ...scaled(2, 4, 12), floor: OnDemandFloor.percent(50) }],
  ['nobody scales', {}],
])('it is not said where %s', (_, props) => {
  expect(textOf(props)).not.toContain('more load');
});
