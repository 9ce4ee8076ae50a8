/** Makes the demonstration data in DATA_DIR and ends, for tests whose gardens begin as copies of it. */
import { readConfig } from '#lib/process/config/config.server.ts';
import { fillWithDemonstration } from '#lib/process/database/demonstration.server.ts';
import { openDatabase } from '#lib/process/database/app-database.server.ts';

const database = await openDatabase(readConfig(process.env), 'an installation that tests copy');
// Without the year before today: stories count what is there.
await fillWithDemonstration(database, async () => void (await (await import('#db/seed/index.ts')).seedDemonstration()));
await database.stop();
