import type { Approvable, Approval } from '../../../shared/approval.ts';
import type { Json } from '../../../shared/json.ts';
import type { Result } from '../../../shared/result.ts';

/** Whether this approval allows this decision about exactly this subject, asked at the moment of execution. */
export type Permit = (decision: Approvable, subject: Json, approval: Approval) => Result<null>;
