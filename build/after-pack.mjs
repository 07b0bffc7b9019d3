// electron-builder calls this once the app is packed: Electron's own default app has no place in a package.
import { rmSync } from 'node:fs';
import { join } from 'node:path';

/** @param {import('electron-builder').AfterPackContext} context */
export default function afterPack({ packager, appOutDir }) {
  rmSync(join(packager.getResourcesDir(appOutDir), 'default_app.asar'), { force: true });
}
