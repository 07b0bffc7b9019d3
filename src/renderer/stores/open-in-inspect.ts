import { useSelection } from './selection';
import { useView } from './view';

/** Shows a frame where frames are read: another view leads to it. */
export function openInInspect(session: number, frame: number): void {
  useSelection.getState().jump(session, frame);
  useView.getState().show('inspect');
}
