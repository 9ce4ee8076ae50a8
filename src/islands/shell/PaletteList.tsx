import type { MouseEvent } from 'react';
import type { IconName } from '#lib/values/icons.ts';
import { urgencyIcons } from '#lib/values/urgency.ts';
import { Icon } from '../ui/Icon.tsx';
import type { Command } from './palette-commands.ts';
import { keyOf, type Section } from './palette-sections.ts';

interface Props {
  sections: readonly Section[];
  /** The place of the chosen one among all. */
  chosen: number;
  label: string;
  isBusy: boolean;
  onPoint: (index: number) => void;
  onClick: (command: Command, event: MouseEvent) => void;
}

/** The groups of the palette's list. A command that leads somewhere is a link. */
export function PaletteList({ sections, chosen, label, isBusy, onPoint, onClick }: Props) {
  let count = 0;
  return (
    <div className="palette-list" id="palette-list" role="listbox" aria-label={label} aria-busy={isBusy} tabIndex={-1}>
      {sections.map((section, place) => (
        <div
          key={`${section.label} ${place}`}
          role="group"
          aria-labelledby={section.label ? `palette-group-${place}` : undefined}
        >
          {section.label && (
            <div id={`palette-group-${place}`} className="palette-group" role="presentation">
              {section.label}
            </div>
          )}
          {section.items.map((command) => {
            const index = count++;
            const { href, icon, marks = [], title, detail, mark } = command;
            const option = {
              id: `palette-option-${index}`,
              role: 'option',
              'aria-selected': index === chosen,
              onPointerMove: () => onPoint(index),
              onClick: (event: MouseEvent) => onClick(command, event),
            } as const;
            const content = (
              <>
                <Icon name={icon as IconName} />
                <span>
                  {marks.length > 0 && (
                    <span className="palette-marks">
                      {marks.map(({ urgency, text }) => (
                        <span key={text} className={`mark mark-${urgency}`}>
                          <Icon name={urgencyIcons[urgency]} className="icon-small" />
                          {text}
                        </span>
                      ))}
                    </span>
                  )}
                  {title}
                  {detail && <small>{detail}</small>}
                </span>
                {mark && <span className="palette-mark">{mark}</span>}
              </>
            );
            return href === undefined ? (
              <div key={keyOf(command)} {...option}>
                {content}
              </div>
            ) : (
              <a key={keyOf(command)} href={href} tabIndex={-1} {...option}>
                {content}
              </a>
            );
          })}
        </div>
      ))}
    </div>
  );
}
