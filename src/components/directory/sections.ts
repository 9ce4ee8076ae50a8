import type { Translate } from '#lib/values/languages.ts';

/** The sections of the directory's longer forms, in the order people fill them in. */
export function addressSections(t: Translate) {
  return [
    {
      heading: t('directory.address.sections.place'),
      fields: ['label', 'kind', 'block', 'street', 'unitNo', 'building', 'postalCode', 'country'],
    },
    {
      heading: t('directory.address.sections.map'),
      hint: t('directory.address.sections.mapHint'),
      fields: ['latitude', 'longitude'],
    },
    { heading: t('directory.address.sections.belongs'), fields: ['businessEntityId', 'departmentId'] },
    { heading: t('directory.address.sections.contact'), fields: ['contactName', 'contactNumber', 'deliveryNotes'] },
  ];
}

export function businessEntitySections(t: Translate) {
  return [
    { heading: t('directory.businessEntity.sections.company'), fields: ['legalName', 'nameChinese', 'uen', 'phone'] },
    {
      heading: t('directory.businessEntity.sections.documents'),
      fields: ['shortCode', 'fiscalYearStartMonth', 'printFooter'],
    },
    { heading: t('directory.businessEntity.sections.tax'), fields: ['gstRegistered', 'gstNo', 'gstFrom'] },
    { fields: ['bankAccounts'] },
  ];
}
