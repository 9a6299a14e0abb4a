import { IConstruct } from 'constructs';
import { reachOf } from '../../base/findings/construct-checks';
import { Origin } from '../../base/findings/origin';

/** The origin of an object that a construct made. */
export class ConstructOrigin implements Origin {
  constructor(private readonly source: IConstruct) {}

  public get construct(): string {
    return this.source.node.path;
  }

  public get zones(): readonly string[] | undefined {
    return reachOf(this.source).zones;
  }

  public get podsElsewhere(): number | undefined {
    return reachOf(this.source).replicas;
  }
}
