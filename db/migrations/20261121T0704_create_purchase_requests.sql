-- What a purchase is charged to; their own screens belong to budgeting.
CREATE TABLE expense_categories (
  id uuid PRIMARY KEY,
  version integer NOT NULL DEFAULT 1,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'inactive')),
  code text NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users,
  search text GENERATED ALWAYS AS (lower(code || ' ' || name)) STORED,
  CONSTRAINT expense_categories_code_key UNIQUE (code)
);

CREATE TABLE cost_centers (
  id uuid PRIMARY KEY,
  version integer NOT NULL DEFAULT 1,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'inactive')),
  code text NOT NULL,
  name text NOT NULL,
  department_id uuid REFERENCES departments,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users,
  search text GENERATED ALWAYS AS (lower(code || ' ' || name)) STORED,
  CONSTRAINT cost_centers_code_key UNIQUE (code)
);
CREATE INDEX cost_centers_department ON cost_centers (department_id);

CREATE TABLE purchase_requests (
  id uuid PRIMARY KEY,
  version integer NOT NULL DEFAULT 1,
  status text NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'pending-approval', 'returned', 'rejected', 'pending-budget',
    'sourcing', 'pending-award', 'awarded', 'ordered', 'completed', 'cancelled', 'closed')),
  number text,
  revision integer NOT NULL DEFAULT 1 CHECK (revision > 0),
  title text NOT NULL,
  requester_id uuid NOT NULL REFERENCES users,
  department_id uuid NOT NULL REFERENCES departments,
  business_entity_id uuid NOT NULL REFERENCES business_entities,
  purpose text NOT NULL,
  purchase_path text NOT NULL CHECK (purchase_path IN ('quotation', 'direct', 'agreement', 'emergency')),
  path_reason text,
  needed_by date NOT NULL,
  priority text NOT NULL DEFAULT 'normal' CHECK (priority IN ('normal', 'urgent', 'critical')),
  priority_reason text,
  deliver_to_address_id uuid NOT NULL REFERENCES addresses,
  expense_category_id uuid REFERENCES expense_categories,
  cost_center_id uuid REFERENCES cost_centers,
  preferred_vendor text,
  preferred_vendor_reason text,
  required_quotations integer,
  estimated_net_cents bigint NOT NULL DEFAULT 0 CHECK (estimated_net_cents >= 0),
  estimated_gst_cents bigint NOT NULL DEFAULT 0 CHECK (estimated_gst_cents >= 0),
  estimated_gross_cents bigint NOT NULL DEFAULT 0,
  submitted_at timestamptz,
  ended_reason text,
  copied_from_id uuid REFERENCES purchase_requests,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by uuid REFERENCES users,
  search text GENERATED ALWAYS AS (lower(coalesce(number, '') || ' ' || title || ' ' || coalesce(preferred_vendor, ''))) STORED,
  CONSTRAINT purchase_requests_number_key UNIQUE (number),
  CONSTRAINT purchase_requests_totals_add_up CHECK (estimated_net_cents + estimated_gst_cents = estimated_gross_cents),
  CONSTRAINT purchase_requests_numbered_when_sent CHECK (status IN ('draft', 'cancelled') OR number IS NOT NULL)
);
CREATE INDEX purchase_requests_created_at ON purchase_requests (created_at DESC, id DESC);
CREATE INDEX purchase_requests_status ON purchase_requests (status, created_at DESC, id DESC);
CREATE INDEX purchase_requests_requester ON purchase_requests (requester_id, created_at DESC, id DESC);
CREATE INDEX purchase_requests_department ON purchase_requests (department_id, created_at DESC, id DESC);
CREATE INDEX purchase_requests_business_entity ON purchase_requests (business_entity_id);
CREATE INDEX purchase_requests_needed_by ON purchase_requests (needed_by, id);
CREATE INDEX purchase_requests_estimated_gross ON purchase_requests (estimated_gross_cents, id);
CREATE INDEX purchase_requests_updated_at ON purchase_requests (updated_at DESC, id DESC);
CREATE INDEX purchase_requests_search ON purchase_requests USING gin (search gin_trgm_ops);

CREATE TABLE purchase_request_lines (
  id uuid PRIMARY KEY,
  purchase_request_id uuid NOT NULL REFERENCES purchase_requests ON DELETE CASCADE,
  line_no integer NOT NULL CHECK (line_no > 0),
  kind text NOT NULL DEFAULT 'goods' CHECK (kind IN ('goods', 'service', 'charge')),
  description text NOT NULL,
  specification text,
  quantity numeric(14, 3) NOT NULL CHECK (quantity > 0),
  unit text NOT NULL,
  -- Ten-thousandths of a dollar.
  unit_price_e4 bigint NOT NULL CHECK (unit_price_e4 >= 0),
  gst_code text NOT NULL,
  gst_rate integer NOT NULL CHECK (gst_rate >= 0),
  price_includes_gst boolean NOT NULL DEFAULT false,
  expense_category_id uuid NOT NULL REFERENCES expense_categories,
  cost_center_id uuid NOT NULL REFERENCES cost_centers,
  net_cents bigint NOT NULL,
  gst_cents bigint NOT NULL,
  gross_cents bigint NOT NULL,
  line_state text NOT NULL DEFAULT 'open' CHECK (line_state IN ('open', 'awarded', 'ordered', 'received', 'closed', 'rejected')),
  decision_note text,
  CONSTRAINT purchase_request_lines_add_up CHECK (net_cents + gst_cents = gross_cents),
  CONSTRAINT purchase_request_lines_order UNIQUE (purchase_request_id, line_no) DEFERRABLE INITIALLY DEFERRED
);

-- The paper as it was when it was approved or issued; its code opens the public check.
CREATE TABLE print_versions (
  id uuid PRIMARY KEY,
  doc_type text NOT NULL,
  doc_id uuid NOT NULL,
  revision integer NOT NULL,
  status text NOT NULL,
  code text NOT NULL UNIQUE,
  language text NOT NULL,
  sha256 text NOT NULL,
  storage_key text NOT NULL,
  data jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users
);
CREATE INDEX print_versions_doc ON print_versions (doc_type, doc_id, created_at DESC);
COMMENT ON TABLE print_versions IS 'append-only: what was printed of a document, as it was';
