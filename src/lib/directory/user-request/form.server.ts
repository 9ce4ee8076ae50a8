import type { OpenedDocument } from '#lib/documents/form/document-form.server.ts';
import { documentFormPage, type DocumentFormView } from '#lib/documents/form/page.server.ts';
import type { PostedPage } from '#lib/process/http/posted-page.ts';
import { documentName } from '#lib/documents/document-name.ts';
import { formDataOf } from '#lib/process/http/body.server.ts';
import { pageParam } from '#lib/process/http/page-param.ts';
import { postedActs, type PostedActs } from '#lib/records/form/posted-acts.server.ts';
import { addDays, today } from '#lib/values/time.ts';
import { expectedForUserRequest } from './asked.server.ts';
import { userRequestRules } from './form.ts';
import { userRequestLife } from './life.server.ts';
import { declineRegistration, registrationFor } from '#lib/directory/registrations.server.ts';
import { peopleToAskAbout, subjectFor, type Subject } from './subject.server.ts';
import { ownUserRequest } from './user-request.server.ts';
import { userRequest, type UserRequest } from './user-request.ts';
import { createUserRequest, prefilled, updateUserRequest } from './writing.server.ts';

/** The form of a request about somebody; null for a new account. `name`: of the request, else of that person. */
export type AboutForm = DocumentFormView & { subject: Subject | null; name: string };

interface Begun {
  subject: Subject | null;
  record?: OpenedDocument;
  first?: Record<string, unknown>;
  along?: Record<string, string>;
}

/** The form of a new account; with `?registration=` it begins with what somebody asked for on the page for visitors. */
export async function newRequestPage(astro: PostedPage): Promise<AboutForm> {
  const { actor } = astro.locals;
  const isPost = astro.request.method === 'POST';
  const posted = isPost ? (await formDataOf(astro.request)).get('registrationId') : null;
  const registrationId = String(posted ?? astro.url.searchParams.get('registration') ?? '');
  const asked = registrationId && !isPost ? await registrationFor(actor, registrationId) : null;
  const first = {
    language: 'en',
    departmentId: actor.mainDepartmentId,
    startDate: addDays(today(), 7),
    ...(asked && {
      fullName: asked.fullName,
      email: asked.email,
      contactNumber: asked.contactNumber,
      reason: asked.reason,
    }),
  };
  return requestForm(astro, {
    subject: null,
    first,
    along: { kind: 'create', ...(registrationId && { registrationId }) },
  });
}

/** Declining what somebody asked for, posted from beside the form. */
export function registrationActs(astro: PostedPage): Promise<PostedActs> {
  const { actor, t } = astro.locals;
  return postedActs(astro, {
    decline: async (input) =>
      t('directory.userRequest.registrations.declined', {
        name: (await declineRegistration(actor, String(input['registration'] ?? ''))).fullName,
      }),
  });
}

/** The form that asks for something about somebody: it begins with the values that the person has now. */
export async function requestAboutPage(astro: PostedPage): Promise<AboutForm> {
  const { actor } = astro.locals;
  const subject = await subjectFor(actor, pageParam(astro, 'id'));
  const first = { kind: 'change', startDate: today(), ...prefilled(subject) };
  return requestForm(astro, { subject, first, along: { subjectUserId: subject.id } });
}

/** One's own request, to be changed while it is open. */
export async function requestEditPage(astro: PostedPage): Promise<AboutForm> {
  const { actor } = astro.locals;
  const record = await ownUserRequest(actor, pageParam(astro, 'id'));
  const subject = record.kind === 'create' ? null : await subjectFor(actor, record.subjectUserId!);
  return requestForm(astro, { subject, record });
}

async function requestForm(astro: PostedPage, { subject, record, ...begun }: Begun): Promise<AboutForm> {
  const all = userRequest.form as readonly string[];
  const view = await documentFormPage<UserRequest>(astro, {
    ...begun,
    life: userRequestLife,
    rules: userRequestRules,
    record: record ?? null,
    fields: all.filter((name) => name !== (subject ? 'endDate' : 'kind')),
    expected: expectedForUserRequest,
    choices: { copyRightsFromId: await peopleToAskAbout(astro.locals.actor) },
    create: createUserRequest,
    update: updateUserRequest,
  });
  return { ...view, subject, name: record ? documentName(userRequest, record) : (subject?.fullName ?? '') };
}
