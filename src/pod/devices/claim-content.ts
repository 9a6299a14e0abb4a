import { DeviceConstraint } from './constraint';
import { DeviceRequest } from './request';

/** What a claim asks for. */
export interface ClaimContent {
  readonly requests: readonly DeviceRequest[];
  readonly constraints?: readonly DeviceConstraint[];
}
