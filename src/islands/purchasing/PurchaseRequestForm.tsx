import type { ReactNode } from 'react';
import type { DocumentFormProps } from '#lib/documents/form/form.ts';
import { purchaseRequestRules } from '#lib/purchasing/purchase-request/form.ts';
import { DocumentForm } from '../documents/DocumentForm.tsx';

/** The form of a purchase request. */
export default function PurchaseRequestForm(props: DocumentFormProps & { children?: ReactNode }) {
  return <DocumentForm {...props} rules={purchaseRequestRules} />;
}
