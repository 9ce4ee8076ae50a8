import { DayPicker } from 'react-day-picker';
import { Icon } from './Icon.tsx';

interface Props {
  /** 'YYYY-MM-DD'. */
  chosen: string | null;
  today: string;
  /** Past days cannot be chosen. */
  ahead: boolean;
  language: string;
  onChoose: (date: string) => void;
}

/** A month to choose a day from. Loaded by DateField. */
export default function Calendar({ chosen, today, ahead, language, onChoose }: Props) {
  const words = (options: Intl.DateTimeFormatOptions) => (date: Date) =>
    new Intl.DateTimeFormat(language === 'en' ? 'en-SG' : language, options).format(date);
  return (
    <DayPicker
      mode="single"
      autoFocus
      weekStartsOn={1}
      lang={language}
      today={dayOf(today)}
      disabled={ahead ? { before: dayOf(today) } : undefined}
      selected={chosen ? dayOf(chosen) : undefined}
      defaultMonth={dayOf(chosen && (chosen > today || !ahead) ? chosen : today)}
      onDayClick={(day, { disabled }) => disabled || onChoose(textOf(day))}
      formatters={{
        formatCaption: words({ month: 'long', year: 'numeric' }),
        formatWeekdayName: words({ weekday: 'short' }),
        formatDay: (day) => String(day.getDate()),
      }}
      labels={{
        labelDayButton: words({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
        labelWeekday: words({ weekday: 'long' }),
        labelPrevious: (month) => (month ? words({ month: 'long', year: 'numeric' })(month) : ''),
        labelNext: (month) => (month ? words({ month: 'long', year: 'numeric' })(month) : ''),
        labelGrid: words({ month: 'long', year: 'numeric' }),
        labelNav: () => '',
      }}
      components={{
        Chevron: ({ orientation }) => <Icon name={orientation === 'left' ? 'chevron-left' : 'chevron-right'} />,
      }}
      classNames={{
        root: 'calendar',
        month_caption: 'calendar-caption',
        nav: 'calendar-nav',
        button_previous: 'icon-button',
        button_next: 'icon-button',
        month_grid: 'calendar-grid',
        day: 'calendar-day',
        day_button: 'calendar-button',
        today: 'is-today',
        selected: 'is-selected',
        outside: 'is-outside',
        disabled: 'is-disabled',
      }}
    />
  );
}

/** Days are civil dates; they are represented in the browser's own time zone. */
function dayOf(date: string): Date {
  const [year, month, day] = date.split('-').map(Number);
  return new Date(year!, month! - 1, day);
}

function textOf(day: Date): string {
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
}
