/** `npm run new-entity -- inventory store-shelf code:text:20 name:text:100`: writes the files of a new kind of record. */
import { makeEntity } from './new-entity/make.ts';
import { root, run } from './run.ts';

await run(async () => console.log(await makeEntity(process.argv.slice(2), root)));
