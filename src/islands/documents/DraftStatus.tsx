import { useEffect, useState, type RefObject } from 'react';
import type { Translate } from '#lib/values/languages.ts';
import type { DraftShown, FormDraft } from '../draft-form.ts';
import { Icon } from '../ui/Icon.tsx';

interface Props {
  draft: RefObject<FormDraft | null>;
  /** Takes what is to be shown. */
  show: RefObject<(shown: DraftShown) => void>;
  t: Translate;
}

/** When what is typed was saved as a draft, or why it is not yet; components/records/form/DraftState.astro in a plain form. */
export function DraftStatus({ draft, show, t }: Props) {
  const [shown, setShown] = useState<DraftShown | null>(null);
  useEffect(() => {
    show.current = setShown;
  }, []);
  return (
    <p className="draft-state" role="status" data-shown={shown?.says ? '' : undefined}>
      <Icon name={shown?.isTrouble ? 'triangle-alert' : 'check'} />
      <span>{shown?.says}</span>
      {shown?.isConflict && (
        <>
          <button className="link" type="button" onClick={() => draft.current?.takeOther()}>
            {t('common.draftTake')}
          </button>
          <button className="link" type="button" onClick={() => void draft.current?.keepMine()}>
            {t('common.draftKeep')}
          </button>
        </>
      )}
    </p>
  );
}
