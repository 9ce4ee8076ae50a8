import type { AstroGlobal } from 'astro';
import type { Actor } from '#lib/values/actor.ts';
import type { Choices } from '#lib/records/list/choices.server.ts';
import { formChoices } from '#lib/records/list/choices.server.ts';
import { formPost, type Form } from '#lib/records/form/form.server.ts';
import { postedActs, type PostedActs } from '#lib/records/form/posted-acts.server.ts';
import type { ShownVersion } from '#lib/records/version.server.ts';
import { addDays, today } from '#lib/values/time.ts';
import { pageParam } from '#lib/process/http/page-param.ts';
import { formDataOf } from '#lib/process/http/body.server.ts';
import { declineRegistration, registrationFor } from './registrations.server.ts';
import { peopleToAskAbout, subjectFor, type Subject } from './subject.server.ts';
import { createFromRegistration, createUserRequest, prefilled, updateUserRequest } from './writing.server.ts';
import { ownUserRequest } from './user-request.server.ts';
import { userRequestPath } from './paths.ts';
import { KINDS, userRequest, type UserRequest } from './user-request.ts';

/** A form of a request with what its fields may be set to. */
export interface RequestForm {
  form: Form;
  choices: Choices;
  /** Whom it is about; null for a new account. */
  subject: Subject | null;
}

type Given = { initial: Record<string, unknown>; kinds: readonly string[]; subject: Subject | null };

/** The form of a new account; with `?registration=` it begins with what somebody asked for on the page for visitors. */
export async function newRequestPage(astro: AstroGlobal): Promise<RequestForm & { registrationId: string | null }> {
  const { actor } = astro.locals;
  const posted = astro.request.method === 'POST' ? (await formDataOf(astro.request)).get('registration') : null;
  const registrationId = String(posted ?? astro.url.searchParams.get('registration') ?? '') || null;
  const asked = registrationId && astro.request.method === 'GET' ? await registrationFor(actor, registrationId) : null;
  const initial = {
    kind: 'create',
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
  const save = (by: Actor, input: Record<string, unknown>) =>
    registrationId
      ? createFromRegistration(by, registrationId, input)
      : createUserRequest(by, { ...input, kind: 'create' });
  return { ...(await requestForm(astro, { initial, kinds: ['create'], subject: null }, save)), registrationId };
}

/** Declining what somebody asked for, posted from beside the form. */
export function registrationActs(astro: AstroGlobal): Promise<PostedActs> {
  const { actor, t } = astro.locals;
  return postedActs(astro, {
    decline: async (input) =>
      t('directory.userRequest.registrations.declined', {
        name: (await declineRegistration(actor, String(input['registration'] ?? ''))).fullName,
      }),
  });
}

/** The form that asks for something about somebody: it begins with the values that the person has now. */
export async function requestAboutPage(astro: AstroGlobal): Promise<RequestForm> {
  const { actor } = astro.locals;
  const subject = await subjectFor(actor, pageParam(astro, 'id'));
  const initial = { kind: 'change', startDate: today(), ...prefilled(actor, subject) };
  return requestForm(astro, { initial, kinds: KINDS.filter((kind) => kind !== 'create'), subject }, (by, input) =>
    createUserRequest(by, { ...input, subjectUserId: subject.id }),
  );
}

/** One's own request, to be changed while it is open. */
export async function requestEditPage(astro: AstroGlobal): Promise<RequestForm> {
  const { actor } = astro.locals;
  const initial = await ownUserRequest(actor, pageParam(astro, 'id'));
  const subject = initial.kind === 'create' ? null : await subjectFor(actor, initial.subjectUserId!);
  const kinds = subject ? KINDS.filter((kind) => kind !== 'create') : ['create'];
  return requestForm(astro, { initial, kinds, subject }, (by, input, seen) => updateUserRequest(by, seen, input));
}

async function requestForm(
  astro: AstroGlobal,
  { initial, kinds, subject }: Given,
  save: (actor: Actor, input: Record<string, unknown>, seen: ShownVersion) => Promise<UserRequest>,
): Promise<RequestForm> {
  const { actor, t } = astro.locals;
  const all = userRequest.form as readonly string[];
  const fields = subject ? all.filter((name) => name !== 'endDate') : all.filter((name) => name !== 'kind');
  const form = await formPost(astro, userRequest, save, {
    initial,
    fields,
    redirect: ({ id }: UserRequest) => userRequestPath.show(id),
    said: ({ fullName }: UserRequest) => t('directory.userRequest.said.saved', { name: fullName }),
  });
  if (form.done) return { form, choices: {}, subject };
  const choices = await formChoices(userRequest, form.values);
  const people = await peopleToAskAbout(actor);
  return {
    form,
    subject,
    choices: {
      ...choices,
      copyRightsFromId: people,
      kind: kinds.map((value) => ({ value, label: t(`directory.userRequest.choices.kind.${value}`) })),
    },
  };
}
