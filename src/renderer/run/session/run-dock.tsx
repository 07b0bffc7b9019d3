import { useProcesses, useProcessOfSession } from '../../stores/processes';
import { useFacts } from '../../stores/sessions';
import { Composer } from './composer';
import { PermissionCards } from './permission-cards';
import './run-dock.css';

interface Props {
  session: number;
  onJump(frame: number): void;
}

/** Under the frames of a process that takes input: what it asks, and what is said to it. */
export function RunDock({ session, onJump }: Props) {
  const process = useProcessOfSession(session);
  const status = useFacts(session).progress?.live?.status ?? null;
  const answers = useProcesses((state) => state.answers);
  if (!process?.takesInput) return null;
  return (
    <div className="run-dock" data-testid="run-dock">
      <PermissionCards
        key={`permissions ${process.process}`}
        process={process.process}
        requests={status?.permissions ?? []}
        answers={answers}
        onJump={onJump}
      />
      <Composer key={`composer ${process.process}`} process={process} activity={status?.activity ?? null} />
    </div>
  );
}
