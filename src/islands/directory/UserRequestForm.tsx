import type { ReactNode } from 'react';
import { userRequestRules } from '#lib/directory/user-request/form.ts';
import type { DocumentFormProps } from '#lib/documents/form/form.ts';
import { DocumentForm } from '../documents/DocumentForm.tsx';

/** The form of a request for an account. */
export default function UserRequestForm(props: DocumentFormProps & { children?: ReactNode; beside?: ReactNode }) {
  return <DocumentForm {...props} rules={userRequestRules} />;
}
