import { describe, expect, test } from 'vitest';
import { department } from '#lib/directory/department.ts';
import {
  clearedState,
  isSortedOtherwise,
  listHref,
  sortedAlsoBy,
  sortedBy,
  withoutFilter,
  withoutSort,
} from '#lib/records/list/list-links.ts';
import {
  columnClass,
  savedState,
  rangeOf,
  readListQuery,
  shownColumns,
  writeListQuery,
} from '#lib/records/list/list-query.ts';
import { purchaseRequest, requestsTab } from '#lib/purchasing/purchase-request/purchase-request.ts';

const read = (search: string, type: string | null = null) =>
  readListQuery(purchaseRequest, new URLSearchParams(search), type);
const place = { of: purchaseRequest, path: purchaseRequest.path, typeInPath: true };

describe('the address of a list', () => {
  test('without anything is the first tab, newest first, ten on a page', () => {
    expect(read('')).toEqual({
      type: 'all-requests',
      q: '',
      filters: {},
      sort: [{ field: 'createdAt', descending: true }],
      page: 1,
      perPage: 10,
      columns: null,
      density: null,
      view: null,
    });
  });

  test('says words, filters, several sorts, page, rows and columns, and is written back the same', () => {
    const search =
      '?q=granite&status=draft&status=returned&neededBy=2026-11-01..&sort=-neededBy%2Cnumber&perPage=25&cols=number%2Ctitle&page=3';
    expect(writeListQuery(purchaseRequest, read(search))).toBe(search);
  });

  test('says which columns are narrow or wide, and passes over widths that there are not', () => {
    const query = read('width=title:wide&width=number:narrow,secret:wide,status:huge,title');
    expect(query.widths).toEqual({ title: 'wide', number: 'narrow' });
    expect(writeListQuery(purchaseRequest, query)).toBe('?width=title%3Awide%2Cnumber%3Anarrow');
    expect(columnClass(purchaseRequest, query, 'title')).toBe('column-wide');
    expect(columnClass(purchaseRequest, query, 'updatedAt')).toBe('gives-way-1');
    expect(read('width=title:')).toEqual(read(''));
  });

  test('names the view it began from, and then says its order in any case, so that it is never taken for the view itself', () => {
    const view = '01900000-0000-7000-8000-000000000000';
    expect(writeListQuery(purchaseRequest, read(`view=${view}`))).toBe(`?sort=-createdAt&view=${view}`);
    expect(writeListQuery(purchaseRequest, read('view=&density=compact'))).toBe('?density=compact&view=');
    expect(read('view=elsewhere&density=tight')).toMatchObject({ view: null, density: null });
    expect(writeListQuery(purchaseRequest, savedState(read(`q=a&page=3&view=${view}`)))).toBe('?q=a');
  });

  test('takes the two ends of a range from a form', () => {
    expect(read('neededByFrom=01/11/2026&neededByTo=').filters).toEqual({ neededBy: ['01/11/2026..'] });
    expect(rangeOf('01/11/2026..')).toEqual({ from: '01/11/2026', to: '' });
    expect(rangeOf('2026-11-01')).toEqual({ from: '2026-11-01', to: '2026-11-01' });
  });

  test('passes over what it does not know, so that old bookmarks live', () => {
    expect(read('sort=purpose&perPage=7&cols=secret&type=gone&page=-4&colour=red&status=')).toEqual(read(''));
    expect(read('page=99999999999').page).toBe(1_000_000);
    expect(read('sort=number;drop').sort).toEqual(read('').sort);
  });

  test('takes its tab from the path before the query', () => {
    expect(read('type=returned', 'rejected').type).toBe('rejected');
    expect(read('type=returned').type).toBe('returned');
  });

  test('shows the declared columns less the hidden ones, until somebody chooses', () => {
    expect(shownColumns(purchaseRequest, read(''))).not.toContain('priority');
    expect(shownColumns(purchaseRequest, read('cols=priority&cols=number'))).toEqual(['priority', 'number']);
  });
});

describe('links of a list', () => {
  test('lead to its own tabs and to no other', () => {
    expect(requestsTab('on-hold')).toBe('/purchasing/purchase-requests/on-hold');
    // @ts-expect-error The compiler knows the tabs of the declaration.
    const wrong = requestsTab('on-holt');
    expect(Object.keys(purchaseRequest.list.types!)).not.toContain(wrong.split('/').at(-1));
  });

  test('begin on page 1 when anything but the page changes', () => {
    expect(listHref(place, read('page=4&q=stone'), { perPage: 25 })).toBe(
      '/purchasing/purchase-requests/all-requests?q=stone&perPage=25',
    );
    expect(listHref(place, read('q=stone'), { page: 4 })).toBe(
      '/purchasing/purchase-requests/all-requests?q=stone&page=4',
    );
  });

  test('keep the filters on another tab, in the path or in the query', () => {
    expect(listHref(place, read('status=draft'), { type: 'returned' })).toBe(
      '/purchasing/purchase-requests/returned?status=draft',
    );
    const departments = { of: department, path: department.path, typeInPath: false };
    const query = readListQuery(department, new URLSearchParams('q=a'));
    expect(listHref(departments, query, { type: 'closed' })).toBe('/directory/departments?q=a&type=closed');
    expect(listHref(departments, query)).toBe('/directory/departments?q=a');
  });

  test('sort by one column, and turn it round on the second click', () => {
    expect(sortedBy(read(''), 'number')).toEqual([{ field: 'number', descending: false }]);
    expect(sortedBy(read('sort=number'), 'number')).toEqual([{ field: 'number', descending: true }]);
    expect(sortedBy(read('sort=number,neededBy'), 'number')).toEqual([{ field: 'number', descending: false }]);
  });

  test('add a column to the sort with Shift, turn it round, and take it away again', () => {
    const added = sortedAlsoBy(read('sort=number'), 'neededBy');
    expect(added).toEqual([
      { field: 'number', descending: false },
      { field: 'neededBy', descending: false },
    ]);
    const turned = sortedAlsoBy({ ...read(''), sort: added }, 'neededBy');
    expect(turned[1]).toEqual({ field: 'neededBy', descending: true });
    expect(sortedAlsoBy({ ...read(''), sort: turned }, 'neededBy')).toEqual([{ field: 'number', descending: false }]);
  });

  test('take one column out of the sort, and go back to the usual list', () => {
    const query = read('sort=number,-neededBy&cols=number&q=x&status=draft');
    expect(withoutSort(purchaseRequest, query, 'number')).toEqual([{ field: 'neededBy', descending: true }]);
    expect(isSortedOtherwise(purchaseRequest, query)).toBe(true);
    const usual = { ...query, ...clearedState(purchaseRequest, query.type) };
    expect(isSortedOtherwise(purchaseRequest, usual)).toBe(false);
    expect(withoutSort(purchaseRequest, read('sort=number'), 'number')).toEqual(usual.sort);
    expect(listHref(place, usual)).toBe('/purchasing/purchase-requests/all-requests');
  });

  test('the usual columns are no choice, and unknown ones are left out', () => {
    const usual = shownColumns(purchaseRequest, read(''));
    expect(read(`cols=${usual.join(',')}`).columns).toBe(null);
    expect(read('cols=number,nonsense').columns).toEqual(['number']);
    expect(read('cols=nonsense').columns).toBe(null);
  });

  test('take away one value of a filter, or the whole of it', () => {
    const query = read('status=draft&status=returned&q=x');
    expect(withoutFilter(query, 'status', 'draft')).toEqual({ status: ['returned'] });
    expect(withoutFilter(query, 'status')).toEqual({});
  });
});

test('without a script a column is moved by a place, by the form of the columns', () => {
  const order = 'cols=number&cols=title&cols=status';
  expect(read(`${order}&raise=title`).columns).toEqual(['title', 'number', 'status']);
  expect(read(`${order}&lower=title`).columns).toEqual(['number', 'status', 'title']);
  for (const nowhere of ['raise=number', 'lower=status', 'raise=purpose', 'lower=nonsense'])
    expect(read(`${order}&${nowhere}`).columns).toEqual(['number', 'title', 'status']);
});
