import { DraftStatus } from './DraftStatus.tsx';
import type { RefObject } from 'react';
import type { DraftShown, FormDraft } from '../draft-form.ts';
import { useDocumentForm, type Forecast } from './form-context.ts';

interface Props {
  draft: RefObject<FormDraft | null>;
  show: RefObject<(shown: DraftShown) => void>;
  busy: boolean;
}

/** Below the form: when what is typed was kept, and the ways to send it. */
export function Foot({ draft, show, busy }: Props) {
  const { t, partial, revision, forecast } = useDocumentForm();
  const sends = !revision ? 'acts.submit' : sendsRevision(forecast);
  return (
    <div className="form-foot">
      <DraftStatus draft={draft} show={show} t={t} />
      <button className={partial ? 'btn btn-primary' : 'btn btn-outline'} name="then" value="save" disabled={busy}>
        {t('common.saveAndClose')}
      </button>
      {!partial && (
        <button className="btn btn-primary" name="then" value="send" disabled={busy} title="Ctrl + Enter">
          {t(`documents.${sends}`)}
        </button>
      )}
    </div>
  );
}

/** What sending a revision does, as far as that is known. */
function sendsRevision(forecast: Forecast): string {
  if (forecast === null || typeof forecast === 'string') return 'acts.sendRevision';
  return forecast.status === 'not-needed' ? 'revisions.apply' : 'acts.submit';
}
