import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { format } from 'prettier';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import style from '../../.prettierrc.json' with { type: 'json' };
import { makeEntity } from '#scripts/new-entity/make.ts';
import { StartRefused } from '#lib/process/config/start-refused.ts';

// A newcomer writes the files of a store shelf into a copy of what the command reads.
const SHELF = [
  'inventory',
  'store-shelf',
  '--subject',
  'InventoryStore',
  'code:text:20',
  'name:text:100',
  'note:long-text:500?',
  'storeKeeperId:reference:user',
  'heightCm:integer?',
];
const NOON = new Date('2026-11-21T12:00:00Z');

/** Where the program names every kind of record. */
const CHANGED = [
  'src/lib/modules.server.ts',
  'src/components/shell/menu.ts',
  'src/lib/values/rights-catalogue.ts',
  'db/seed/index.ts',
];

let root: string;

function copy() {
  root = mkdtempSync(join(tmpdir(), 'new-entity-'));
  cpSync('db/migrations', join(root, 'db/migrations'), { recursive: true });
  cpSync('locales', join(root, 'locales'), { recursive: true });
  for (const file of globSync('src/lib/{directory,purchasing}/**/*.ts', { exclude: ['**/*.server.ts'] }))
    cpSync(file, join(root, file));
  for (const file of CHANGED) cpSync(file, join(root, file));
}
const remove = () => rmSync(root, { recursive: true });

const make = (...argv: string[]) => makeEntity(argv, root, NOON);
const text = (file: string) => readFileSync(join(root, file), 'utf8');
/** The lines of a file, its imports and what each brings in alphabetical order. */
const sorted = (source: string) => {
  const lines = source
    .split('\n')
    .map((line) =>
      line.replace(/^import \{ (.*) \}/, (_, names: string) => `import { ${names.split(', ').sort().join(', ')} }`),
    );
  return [
    ...lines.filter((line) => line.startsWith('import')).sort(),
    ...lines.filter((line) => !line.startsWith('import')),
  ];
};
const words = (file: string) => JSON.parse(text(file)) as Record<string, any>;
const files = () =>
  globSync('**/*', { cwd: root, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name).slice(root.length + 1))
    .sort();

describe('a new kind of record', () => {
  beforeEach(copy);
  afterEach(remove);

  test('has its declaration, operations, pages, API, table, words and test', async () => {
    const before = files();
    await make(...SHELF);
    expect(files().filter((file) => !before.includes(file) && !/^(db\/migrations|locales)\//.test(file))).toEqual([
      'db/seed/store-shelves.ts',
      'src/lib/inventory/store-shelf.server.ts',
      'src/lib/inventory/store-shelf.ts',
      'src/pages/api/inventory/store-shelves/[id]/closure.ts',
      'src/pages/api/inventory/store-shelves/[id]/index.ts',
      'src/pages/api/inventory/store-shelves/bulk.ts',
      'src/pages/api/inventory/store-shelves/export.ts',
      'src/pages/api/inventory/store-shelves/index.ts',
      'src/pages/inventory/store-shelves/[id]/edit.astro',
      'src/pages/inventory/store-shelves/[id]/show.astro',
      'src/pages/inventory/store-shelves/create.astro',
      'src/pages/inventory/store-shelves/import.astro',
      'src/pages/inventory/store-shelves/index.astro',
      'tests/inventory/store-shelf.test.ts',
    ]);
    expect(text('src/lib/inventory/store-shelf.ts')).toContain(
      "storeKeeperId: reference('user'),\n    heightCm: integer({ optional: true }),",
    );
    expect(text('tests/inventory/store-shelf.test.ts')).toContain("storeKeeperId: company.userId('stores')");
  });

  test('has a table, made after all others, that keeps the promises of the declaration', async () => {
    await make(...SHELF);
    const made = globSync('*_create_store_shelves.sql', { cwd: join(root, 'db/migrations') });
    expect(made).toHaveLength(1);
    expect(
      globSync('*.sql', { cwd: join(root, 'db/migrations') })
        .sort()
        .at(-1),
    ).toBe(made[0]);
    const table = text(`db/migrations/${made[0]}`);
    expect(table).toContain('  store_keeper_id uuid NOT NULL REFERENCES users,\n  height_cm bigint,\n');
    expect(table).toContain('CONSTRAINT store_shelves_code_key UNIQUE (code)');
    expect(table).toContain('CREATE INDEX store_shelves_store_keeper ON store_shelves (store_keeper_id);');
  });

  test('has words that the program says already in every language, the others in English, and the command says which', async () => {
    const said = await make(...SHELF);
    for (const language of ['en', 'de', 'fr', 'pt']) {
      expect(words(`locales/${language}/inventory.json`)['storeShelf']).toMatchObject({
        one: 'Store shelf',
        many: 'Store shelves',
        fields: { storeKeeperId: 'Store keeper' },
      });
      expect(words(`locales/${language}/menu.json`)).toMatchObject({
        directory: expect.any(String),
        inventory: expect.any(String),
        storeShelves: 'Store shelves',
      });
    }
    expect(words('locales/de/menu.json')['directory']).toBe('Verzeichnis');
    expect(said).toContain('inventory.json  storeShelf.fields.storeKeeperId  Store keeper');
    expect(words('locales/de/inventory.json')['storeShelf']).toMatchObject({
      fields: { name: 'Name', code: 'Code' },
      statuses: { active: 'Aktiv', inactive: 'Inaktiv' },
    });
    for (const known of ['acts.close', 'acts.reopen', 'storeShelf.search']) expect(said).not.toContain(known);
  });

  test('is named where the program names all: loaded, in the menu, in the demonstration company', async () => {
    await make(...SHELF);
    await make('inventory', 'storage-place', 'name:text:60');
    expect(text('src/lib/modules.server.ts')).toContain(
      "import '#lib/inventory/store-shelf.server.ts';\nimport '#lib/inventory/storage-place.server.ts';\n",
    );
    const menu = text('src/components/shell/menu.ts');
    expect(menu).toContain(
      "label: 'menu.inventory',\n    icon: 'file-text',\n    entries: [\n      { label: 'menu.storeShelves'",
    );
    expect(menu.indexOf("'menu.storagePlaces'")).toBeGreaterThan(menu.indexOf("'menu.storeShelves'"));
    expect(menu.indexOf("'menu.storagePlaces'")).toBeLessThan(menu.indexOf("label: 'menu.settings'"));
    expect(text('db/seed/index.ts')).toContain(
      '  await buildStoreShelves(company);\n  await buildStoragePlaces(company);\n  await mark(FINISHED);',
    );
  });

  test('has rights of its own where none are named, and then a right to look at one', async () => {
    await make('inventory', 'storage-place', 'name:text:60');
    expect(text('src/lib/values/rights-catalogue.ts')).toMatch(
      /const inventory = \{[^}]*\n {2}StoragePlace: plain,\n\} as const;/,
    );
    expect(words('locales/fr/access.json')['subjects']).toMatchObject({
      StoragePlace: 'Storage places',
      Team: 'Équipes',
    });
    expect(text('src/pages/inventory/storage-places/[id]/show.astro')).toContain("anyOf: ['show', 'update']");
    expect(text('src/pages/inventory/storage-places/index.astro')).toContain("anyOf: ['read']");
  });

  test('is a tree where that is asked for, and plain where nothing is to hang on it', async () => {
    await make('inventory', 'storage-place', '--tree', 'name:text:60', 'note:long-text:90?');
    const place = text('src/lib/inventory/storage-place.ts');
    expect(place).toContain("tree: 'parentId',");
    expect(place).toContain("columns: ['name', 'treePath', 'treeDepth', 'status', 'updatedAt'],");
    expect(place).toContain("form: ['name', 'parentId', 'note'],");
    await make('inventory', 'gate-key', '--plain', 'label:text:9');
    expect(files()).not.toContain('src/pages/inventory/gate-keys/import.astro');
    expect(text('src/lib/inventory/gate-key.server.ts')).not.toContain('registerRecord');
    expect(text('src/lib/inventory/storage-place.server.ts')).toContain('registerRecord({\n  of: storagePlace,');
  });

  test('may stand beside others of its module, and at an address of its own', async () => {
    await make(...SHELF);
    await make(
      'inventory',
      'shelf-place',
      '--subject',
      'InventoryStore',
      '--path',
      '/inventory/places',
      'label:text:9',
      'storeShelfId:reference:store-shelf?',
      'material:choice:steel,wood',
    );
    expect(Object.keys(words('locales/en/inventory.json')).slice(-2)).toEqual(['storeShelf', 'shelfPlace']);
    expect(files()).toContain('src/pages/inventory/places/create.astro');
    expect(text('src/lib/inventory/shelf-place.ts')).toContain("import './store-shelf.ts';");
  });

  test('is not written over a file that is there', async () => {
    mkdirSync(join(root, 'src/pages/inventory/store-shelves'), { recursive: true });
    writeFileSync(join(root, 'src/pages/inventory/store-shelves/create.astro'), 'mine');
    const before = files();
    await expect(make(...SHELF)).rejects.toThrow('src/pages/inventory/store-shelves/create.astro');
    expect(files()).toEqual(before);
    expect(text('src/pages/inventory/store-shelves/create.astro')).toBe('mine');
  });

  test('is written by the example of the help', async () => {
    const help = await make('--help');
    expect(await make()).toBe(help);
    const [, example = ''] = /npm run new-entity -- (inventory store-shelf .*\\\n.*)\n/.exec(help) ?? [];
    await make(...example.replaceAll(/[\\']/g, '').trim().split(/\s+/));
    expect(files()).toContain('src/lib/inventory/store-shelf.ts');
  });
});

describe('what is written', () => {
  beforeAll(async () => {
    copy();
    await make('inventory', 'store-shelf', '--subject', 'InventoryStore', 'label:text:20');
  });
  afterAll(remove);

  test.each([
    'api/X/bulk.ts',
    'api/X/export.ts',
    'api/X/index.ts',
    'api/X/[id]/closure.ts',
    'api/X/[id]/index.ts',
    'X/create.astro',
    'X/import.astro',
    'X/index.astro',
    'X/[id]/edit.astro',
    'X/[id]/show.astro',
  ])('%s reads like that of addresses, which stands and works', async (name) => {
    const made = text(`src/pages/${name.replace('X', 'inventory/store-shelves')}`);
    const asAddress = [
      ['storeShelves', 'addresses'],
      ['store-shelves', 'addresses'],
      ['storeShelf', 'address'],
      ['store-shelf', 'address'],
      ['StoreShelf', 'Address'],
      ['InventoryStore', 'Address'],
      ['inventory', 'directory'],
    ].reduce((all, [from, to]) => all.replaceAll(from!, to!), made);
    const stands = readFileSync(`src/pages/${name.replace('X', 'directory/addresses')}`, 'utf8');
    const own =
      /import \{ addressSections.*\n|\s+sections=\{[^}]*\}|, usual: addressDefaults|addressDefaults, |, addressDefaults|,\s+initial: \{[^}]*\}/g;
    const how = { ...style, objectWrap: 'collapse' as const, filepath: `src/pages/${name}` };
    expect(sorted(await format(asAddress, how))).toEqual(sorted(await format(stands.replaceAll(own, ''), how)));
  });
});

describe('nothing is written', () => {
  beforeAll(copy);
  afterAll(remove);

  const refusals: [string, string[], string][] = [
    ['for a module that does not exist', ['storage', 'shelf', 'name:text:9'], 'There is no module storage'],
    ['and says where one is added', ['storage', 'shelf', 'name:text:9'], 'scripts/new-entity/modules.ts'],
    [
      'for a module with the name of a folder of islands',
      ['stores', 'shelf', 'name:text:9'],
      'cannot be called stores',
    ],
    [
      'for a record that exists',
      ['directory', 'address', 'name:text:9'],
      'address exists already, in src/lib/directory/address.ts',
    ],
    [
      'for a table that exists',
      ['inventory', 'login', '--plural', 'sessions', '--subject', 'InventoryStore', 'name:text:9'],
      'makes the table sessions already',
    ],
    ['for a kind that does not exist', ['inventory', 'shelf', 'name:words'], 'there is no kind words'],
    [
      'for a list in a table of its own',
      ['inventory', 'shelf', 'name:text:9', 'rowIds:references:user'],
      'added by hand afterwards',
    ],
    [
      'for a subject that is not in the catalogue',
      ['inventory', 'shelf', '--subject', 'Shelf', 'name:text:9'],
      '  Shelf: plain,',
    ],
    [
      'for a subject on which nothing can be made',
      ['inventory', 'shelf', '--subject', 'StockList', 'name:text:9'],
      'StockList has no create, update',
    ],
    ['for a name that is none', ['inventory', 'StoreShelf', 'name:text:9'], 'StoreShelf is no name'],
    ['for a name that the files use for something else', ['inventory', 'store', 'name:text:9'], 'like garden-store'],
    ['for a name of a field that every record has', ['inventory', 'shelf', 'status:text:9'], 'have status already'],
    ['for a field named twice', ['inventory', 'shelf', 'name:text:9', 'name:email'], 'name is named twice'],
    ['for a text without a length', ['inventory', 'shelf', 'name:text'], 'how many characters at most'],
    [
      'for an amount that does not say what it counts',
      ['inventory', 'shelf', 'name:text:9', 'fee:money'],
      'ends in Cents: feeCents',
    ],
    [
      'for a reference to what is not declared',
      ['inventory', 'shelf', '--subject', 'InventoryStore', 'name:text:9', 'roomId:reference:room'],
      'refers to room, which is not declared',
    ],
    [
      'for a reference to a module that comes later',
      ['inventory', 'shelf', '--subject', 'InventoryStore', 'name:text:9', 'forId:reference:purchase-request'],
      'comes after inventory',
    ],
    [
      'for a record that nothing names',
      ['inventory', 'shelf', 'heightCm:integer'],
      'called by a text that is never empty',
    ],
    ['for an option that does not exist', ['inventory', 'shelf', '--table', 'x', 'name:text:9'], '--table'],
    ['for an address that is none', ['inventory', 'shelf', '--path', 'shelves', 'name:text:9'], 'no address of a list'],
  ];

  test.each(refusals)('%s', async (_, argv, sentence) => {
    const before = files();
    const refused = await make(...argv).then(
      () => null,
      (error: unknown) => error,
    );
    expect(refused).toBeInstanceOf(StartRefused);
    expect((refused as Error).message).toContain(sentence);
    expect(files()).toEqual(before);
  });
});
