import { guestPathSchema } from '../../../../shared/ids.ts';
import { launchRequestSchema, type LaunchRequest } from '../../../../shared/worker-spec.ts';

interface LaunchErrors {
  readonly argv: ReadonlyMap<number, string>;
  readonly workingDirectory?: string;
}

export function launchErrors({ argv, workingDirectory }: Pick<LaunchRequest, 'argv' | 'workingDirectory'>): LaunchErrors {
  const argument = launchRequestSchema.shape.argv.element;
  const wrong = new Map<number, string>();
  for (const [index, value] of argv.entries()) {
    if (argument.safeParse(value).success) continue;
    wrong.set(index, value === '' ? 'Fill in or take out this line.' : 'At most 4,096 characters, none of them NUL.');
  }
  const folder = guestPathSchema.safeParse(workingDirectory).success;
  return { argv: wrong, ...(!folder && { workingDirectory: 'Use an absolute path in the guest.' }) };
}
