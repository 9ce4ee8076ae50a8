/** Makes the demonstration data in DATA_DIR and ends, for tests whose gardens begin as copies of it. */
import { readConfig } from '#lib/process/config/config.server.ts';
import { fillWithDemonstration } from '#lib/process/database/demonstration.server.ts';
import { openDatabase } from '#lib/process/database/app-database.server.ts';
import { seedDemonstration } from '#scripts/demonstration.ts';

const database = await openDatabase(readConfig(process.env), 'an installation that tests copy');
await fillWithDemonstration(database, seedDemonstration);
await database.stop();
