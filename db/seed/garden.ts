/** Reference records of the demonstration garden. Every name, number and code is invented. Columns as the database names them. */
export const garden = {
  entities: [
    { legal_name: 'Stillwater Garden Pte Ltd', name_chinese: '静水园', short_code: 'SWG', uen: '201812345K', gst_registered: true, gst_no: 'M90312345X', gst_from: '2018-04-01', phone: '+65 61234567' },
    { legal_name: 'Stillwater Columbarium Services Pte Ltd', name_chinese: '静水骨灰阁', short_code: 'SCS', uen: '202054321M', gst_registered: false, gst_no: null, gst_from: null, phone: '+65 61234568' },
  ],
  bankAccounts: [
    { position: 0, bank: 'Lion City Bank', account_name: 'Stillwater Garden Pte Ltd', account_number: '012-345678-9', swift: 'LCBKSGSG', pay_now_uen: '201812345K' },
    { position: 1, bank: 'Straits Trading Bank', account_name: 'Stillwater Garden Pte Ltd, deposits', account_number: '45 6789 0123', swift: 'STBKSGSGXXX', pay_now_uen: null },
  ],
  addresses: [
    { label: 'Registered office', kind: 'registered', block: '12', street: 'Lim Chu Kang Lane', postal_code: '718845', country: 'Singapore', latitude: 1.425138, longitude: 103.699207 },
    { label: 'Site store', kind: 'store', block: '12', street: 'Lim Chu Kang Lane', building: 'Store 1', postal_code: '718845', country: 'Singapore', latitude: 1.425402, longitude: 103.699931, contact_name: 'Prakash Nair', contact_number: '+65 61234520', delivery_notes: 'Deliveries 08:00am to 04:00pm, please call from the gate.' },
    { label: 'Kitchen', kind: 'delivery', block: '14', street: 'Lim Chu Kang Lane', building: 'Lotus Pavilion', postal_code: '718846', country: 'Singapore', contact_name: 'Cecilia Wong', contact_number: '+65 61234521' },
    { label: 'North Terrace', kind: 'site', block: null, street: 'Lim Chu Kang Lane', building: 'North Terrace gate', postal_code: '718847', country: 'Singapore' },
    { label: 'Accounts payable', kind: 'billing', block: '12', street: 'Lim Chu Kang Lane', unit_no: '#02-01', postal_code: '718845', country: 'Singapore' },
  ],
  categories: [
    { code: '5110', name: 'Office supplies' }, { code: '5210', name: 'Kitchen and offerings' }, { code: '5220', name: 'Flowers and incense' },
    { code: '5310', name: 'Stonework' }, { code: '5320', name: 'Urns and niches' }, { code: '5410', name: 'Landscaping' },
    { code: '5510', name: 'Building maintenance' }, { code: '5610', name: 'Printing' }, { code: '5710', name: 'Equipment' },
  ],
  costCenters: [
    { code: 'OPS-COL', name: 'Columbarium', department: 'OPS' }, { code: 'OPS-CER', name: 'Ceremonies', department: 'OPS' },
    { code: 'OPS-CHA', name: 'Chapels', department: 'OPS' }, { code: 'GRD-NTH', name: 'North Terrace', department: 'GRD' },
    { code: 'GRD-ALL', name: 'Gardens, all terraces', department: 'GRD' }, { code: 'KIT-ALL', name: 'Kitchen', department: 'KIT' },
    { code: 'CUS-ALL', name: 'Customer care', department: 'CUS' }, { code: 'MGT-ALL', name: 'Management', department: 'MGT' },
  ],
  teams: [
    { name: 'Qing Ming crew', purpose: 'Plans and runs the Qing Ming weeks.', lead: 'operations', department: 'OPS', members: [{ username: 'duty', role: 'Keys and gates' }, { username: 'stores', role: 'Tents and tables' }, { username: 'requester' }] },
    { name: 'Plaque desk', purpose: 'Checks the wording of plaques with families.', lead: 'requester', department: 'OPS', members: [{ username: 'counter', role: 'Talks to families' }, { username: 'operations' }] },
  ],
};
