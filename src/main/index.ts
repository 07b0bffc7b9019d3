import { app } from 'electron';
import { z } from 'zod';
import { Application } from './application';
import { type CommandLine, filesFromCommandLine, wantsStandardInput } from './command-line';
import { registerAppScheme } from './content/app-scheme';
import { reportUncaughtFailures } from './failure-log';
import { devServerOrigin } from './guards/request-filter';
import { denyNetwork } from './guards/web-guards';
import { keepStandardInput, quitAfter } from './piped-input';

/** What a second start of the app hands to the first one: it alone knows the folder it was started in. */
const handoverSchema = z.object({ files: z.array(z.string()) });

reportUncaughtFailures();
const devServer = devServerOrigin(process.env.ELECTRON_RENDERER_URL, app.isPackaged);
const rules = { developerTools: !app.isPackaged, devServer };
registerAppScheme();
denyNetwork(rules);

const line: CommandLine = {
  argv: process.argv,
  defaultApp: process.defaultApp === true,
  appPath: app.getAppPath(),
  // npm changes the folder before it runs a script; this is the folder that the user was in.
  folder: process.env.INIT_CWD ?? process.cwd(),
};
const files = filesFromCommandLine(line);
const copy = wantsStandardInput(line) ? keepStandardInput() : null;
if (copy !== null) files.push(copy.path);

if (app.requestSingleInstanceLock({ files } satisfies z.infer<typeof handoverSchema>)) run();
// Another one shows the files; the input is still this one's to keep.
else void Promise.resolve(copy?.ended).then(() => app.exit(0));

function run(): void {
  let application: Application | null = null;

  const openNow = (more: readonly string[]) => {
    // Before the app is ready they wait with the files of the command line.
    if (!application) files.push(...more);
    else {
      application.showWindow();
      void application.open(more);
    }
  };
  app.on('second-instance', (_event, _argv, _folder, handover) => {
    const parsed = handoverSchema.safeParse(handover);
    openNow(parsed.success ? parsed.data.files : []);
  });
  app.on('open-file', (event, path) => {
    event.preventDefault();
    openNow([path]);
  });
  app.on('activate', () => application?.showWindow());
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') void quitAfter(copy);
  });
  app.on('will-quit', () => application?.stop());

  app.whenReady().then(() => {
    application = new Application(rules, devServer);
    application.start(files);
  });
}
