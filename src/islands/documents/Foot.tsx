import { Icon } from '../ui/Icon.tsx';
import { useDocumentForm, type Forecast } from './form-context.ts';

/** Below the form: when what is typed was kept, and the ways to send it. */
export function Foot({ draftAt, busy }: { draftAt: string; busy: boolean }) {
  const { t, partial, revision, forecast } = useDocumentForm();
  const sends = !revision ? 'acts.submit' : sendsRevision(forecast);
  return (
    <div className="form-foot">
      <p className="draft-state" role="status" data-shown={draftAt ? '' : undefined}>
        <Icon name="check" />
        <span>{draftAt && t('common.draftSaved', { time: draftAt })}</span>
      </p>
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
