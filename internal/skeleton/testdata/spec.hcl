resource "a_b" "example" {
  bool = false # bool, deprecated: Old
  by_key = {   # map of object
    key = {
      r = "" # string
      # o = false # bool
    }
  }
  control = null
  dynamic = null # any type, write-only
  empty   = {}   # object
  in_set = [     # set of object
    {
      i = 0 # number
      # j = "" # string: Not needed
    },
  ]
  keyed = { # map of object
    key = {
      i = 0 # number
      # j = "" # string: Not needed
    }
  }
  list = []  # list of string
  listed = [ # list of object
    {
      i = 0 # number
      # j = "" # string: Not needed
    },
  ]
  long   = null  # éééééééééééééééééééééééééééééééééééééééééééééééééééééééééééé
  longer = false # bool
  map    = {}    # map of string
  number = 0     # number, sensitive
  object = {     # object
    r = ""       # string
    # o = false # bool
  }
  objects = [ # list of object
    {
      r = "" # string
      # o = false # bool
    },
  ]
  set = []   # set of string
  single = { # object
    i = 0    # number
    # j = "" # string: Not needed
  }
  string  = ""   # string: A text
  tuple   = []   # tuple
  u2027   = null # a‧b
  u2028   = null
  u202e   = null
  u202f   = null # a b ~
  unit    = null
  untyped = null

  # A block
  one {
    x = "" # string
  }

  # at most 2: A block
  two {
    x = "" # string
  }

  # at most 2: A block
  two {
    x = "" # string
  }

  # z_list = [ # list of object
  #   {
  #     r = "" # string
  #     # o = false # bool
  #   },
  # ]
  # z_text = "" # string, sensitive
  #
  # alone {}
  #
  # # repeatable, deprecated
  # any {}
  #
  # # repeatable: A block
  # mapped "key" {
  #   x = "" # string
  # }
  #
  # maybe {}
}
