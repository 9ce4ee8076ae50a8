import { Icon } from '../ui/Icon.tsx';
import { useDocumentForm } from './form-context.ts';

/** Below the form: when what is typed was kept, and the ways to send it. */
export function Foot({ draftAt, busy }: { draftAt: string; busy: boolean }) {
  const { t, partial } = useDocumentForm();
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
          {t('documents.acts.submit')}
        </button>
      )}
    </div>
  );
}
