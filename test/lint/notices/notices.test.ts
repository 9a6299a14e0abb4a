import { Notice } from '../../../src/base/findings/notice';
import { NOT_ALL_CHECKED, UNKNOWN_KIND } from '../../../src/kubernetes/notices';
import { PROBLEMS, ProblemId } from '../../../src/kubernetes/problem';
import * as notices from '../../../src/lint/notices/notices';
import { SERVER_NOTICES } from '../../../src/lint/notices/server-notices';

test.each<[Notice, string, string]>([
  [notices.NO_TARGET, 'AIW0001', 'advice'],
  [notices.STALE_ACKNOWLEDGEMENT, 'AIW0003', 'risky'],
  [notices.UNREADABLE, 'AIW0005', 'rejected'],
  [UNKNOWN_KIND, 'AIW0006', 'advice'],
  [notices.UNREAD_TEXT, 'AIW0007', 'risky'],
  [notices.NO_OBJECT, 'AIW0008', 'advice'],
  [NOT_ALL_CHECKED, 'AIW0009', 'risky'],
  [notices.UNFILLED, 'AIW0010', 'rejected'],
  [notices.NOT_RENDERED, 'AIW0011', 'rejected'],
  [notices.ALTERNATIVES, 'AIW0012', 'advice'],
  [notices.CANNOT_RENDER, 'AIW1002', 'broken'],
  [notices.REFUSED_BY_CONSTRUCT, 'AIW1003', 'broken'],
])('the notice %# has its id and class', (notice, id, kind) => {
  expect([notice.id, notice.class]).toEqual([id, kind]);
});

describe('problems of the server', () => {
  const rejected = ['AIW1101', 'AIW1102', 'AIW1103', 'AIW1104', 'AIW1106', 'AIW1107', 'AIW1201', 'AIW1202', 'AIW1203', 'AIW1205', 'AIW1206'];

  test('are rejected or dropped', () => {
    expect(SERVER_NOTICES.filter(each => each.class === 'rejected').map(({ id }) => id)).toEqual(rejected);
    expect(SERVER_NOTICES.filter(each => each.class === 'dropped').map(({ id }) => id)).toEqual(['AIW1105', 'AIW1108', 'AIW1204']);
    expect(SERVER_NOTICES).toHaveLength(14);
  });

  test.each(Object.keys(PROBLEMS) as ProblemId[])('%s has the words of the problem, and a reason', id => {
    const notice = SERVER_NOTICES.find(each => each.id === id)!;

    expect([notice.title, notice.class, notice.remedy]).toEqual([PROBLEMS[id].title, PROBLEMS[id].class, PROBLEMS[id].remedy]);
    expect(notice.reason.length).toBeGreaterThan(20);
    expect(notice.appliesTo.length).toBeGreaterThan(0);
  });

  test('those that can be fixed say which', () => {
    expect(SERVER_NOTICES.filter(({ fixable }) => fixable !== undefined).map(({ id }) => id)).toEqual(['AIW1101', 'AIW1102', 'AIW1104', 'AIW1202', 'AIW1203']);
  });
});
