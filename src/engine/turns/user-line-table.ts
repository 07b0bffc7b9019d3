import { isUserPrompt, USER_LINES, type UserLine } from '../../protocol/turns/user-lines';
import { RowNumbers } from '../runs/row-numbers';

/** What each line of the role "user" is that holds no tool result, and each prompt that waited for its turn. */
export class UserLineTable {
  /** User prompts, typed and queued. */
  readonly prompts = new RowNumbers();
  private readonly rows = new RowNumbers();
  private readonly lines = new RowNumbers();
  private readonly counts = new Map<UserLine, number>();

  add(row: number, line: UserLine): void {
    this.rows.push(row);
    this.lines.push(USER_LINES.indexOf(line));
    this.counts.set(line, this.count(line) + 1);
    if (isUserPrompt(line)) this.prompts.push(row);
  }

  count(line: UserLine): number {
    return this.counts.get(line) ?? 0;
  }

  /** What the row is; null when it is no such line. */
  ofRow(row: number): UserLine | null {
    const at = this.rows.find(row);
    return at < 0 ? null : (USER_LINES[this.lines.at(at)] as UserLine);
  }
}
