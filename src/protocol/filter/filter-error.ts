import { InvalidRequestError } from '../errors';

/** An expression that cannot be read: what is wrong and what to write instead, and where: text units [from, to). */
export class FilterError extends InvalidRequestError {
  constructor(
    message: string,
    readonly from: number,
    readonly to: number,
  ) {
    super(message);
    this.name = 'FilterError';
  }
}
