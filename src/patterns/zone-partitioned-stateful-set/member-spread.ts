import { carriesMistakes } from '../../given/mistakes/carried';

/**
 * Where the pods of one zone run relative to each other. A store that keeps three copies in a zone loses its quorum there with one node, when all three
 * run on it.
 */
export class MemberSpread {
  /**
   * As even as it can be: no node takes a second pod of its zone while another one has none. A pod waits rather than share a node with another while a
   * node without one has no room; where there are fewer nodes than pods, they share them evenly. Nodes that are drained or tainted do not count.
   */
  public static requireNodes(): MemberSpread {
    return new MemberSpread('required');
  }

  /** Over nodes as far as there is room: pods share a node rather than wait. Counts the pods of one revision. */
  public static preferNodes(): MemberSpread {
    return new MemberSpread('preferred');
  }

  /** Wherever there is room. */
  public static anywhere(): MemberSpread {
    return new MemberSpread('anywhere');
  }

  private constructor(/** @internal */ public readonly _kind: 'required' | 'preferred' | 'anywhere') {}
}

carriesMistakes(MemberSpread, () => MemberSpread.anywhere());
